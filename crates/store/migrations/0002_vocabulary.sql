-- The words of the index, read from it: close spellings are looked for among
-- them. It stores nothing.
CREATE VIRTUAL TABLE doc_word USING fts5vocab ('doc_fts', 'col');
