//! Search, history and lists over the stores of many agents.
