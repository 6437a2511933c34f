//! The texts in an index of `tantivy`.

use std::path::Path;

use sessions_bench::Plan;
use tantivy::collector::TopDocs;
use tantivy::query::{Query, QueryParser};
use tantivy::schema::{Field, STORED, STRING, Schema, TEXT, Value as _};
use tantivy::{Index, IndexWriter, Searcher, TantivyDocument, doc};

use crate::{AnyError, failed};

/// Memory of its writer before it writes a segment.
const WRITER_BYTES: usize = 200_000_000;

/// An index with the words of the texts, their places, and the ids of messages.
pub(crate) struct Indexed {
    index: Index,
    searcher: Searcher,
    id: Field,
    text: Field,
}

impl Indexed {
    /// Indexes the texts of a plan, with one thread and the default tokenizer.
    pub(crate) fn of(plan: &Plan, folder: &Path) -> Result<Self, AnyError> {
        let mut schema = Schema::builder();
        let id = schema.add_text_field("id", STRING | STORED);
        let text = schema.add_text_field("text", TEXT);
        let schema = schema.build();
        std::fs::create_dir_all(folder)?;
        let index = if Index::exists(&tantivy::directory::MmapDirectory::open(folder)?)? {
            Index::open_in_dir(folder)?
        } else {
            let index = Index::create_in_dir(folder, schema)?;
            let mut writer: IndexWriter = index.writer_with_num_threads(1, WRITER_BYTES)?;
            plan.each(|some| {
                for event in some.iter().flat_map(|it| &it.told.events) {
                    let added = writer.add_document(doc!(
                        id => event.id.as_str(),
                        text => event.body.display_text(),
                    ));
                    added.map_err(std::io::Error::other)?;
                }
                Ok(())
            })
            .map_err(failed)?;
            writer.commit()?;
            writer.wait_merging_threads()?;
            index
        };
        let searcher = index.reader()?.searcher();
        Ok(Self {
            index,
            searcher,
            id,
            text,
        })
    }

    /// Reads a query of which every word has to be there.
    pub(crate) fn query(&self, text: &str) -> Result<Box<dyn Query>, AnyError> {
        let mut parser = QueryParser::for_index(&self.index, vec![self.text]);
        parser.set_conjunction_by_default();
        Ok(parser.parse_query(text)?)
    }

    /// Reads the ids of the best ten, and counts them.
    pub(crate) fn search(&self, query: &dyn Query) -> Result<usize, AnyError> {
        let best = TopDocs::with_limit(10).order_by_score();
        let found = self.searcher.search(query, &best)?;
        for (_, address) in &found {
            let document: TantivyDocument = self.searcher.doc(*address)?;
            let id = document.get_first(self.id).and_then(|it| it.as_str());
            std::hint::black_box(id);
        }
        Ok(found.len())
    }
}
