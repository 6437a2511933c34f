//! Ids and keys, drawn in every form that people may type.

use proptest::prelude::{ProptestConfig, proptest};
use sessions_core::id::AgentId;
use sessions_core::key::{DEFAULT_MAIN, KeyNames, SessionKey};
use sessions_core::testing::strategy::{agent_id_text, session_key_text};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn canonical_keys_parse_to_themselves(text in session_key_text()) {
        let key: SessionKey = text.parse().unwrap();
        let again: SessionKey = key.as_str().parse().unwrap();
        assert_eq!(again, key);
        assert_eq!(again.kind(), key.kind());
        assert_eq!(again.agent(), key.agent());
        let rebuilt = SessionKey::new(key.agent(), key.rest()).unwrap();
        assert_eq!(rebuilt, key);
        let names = KeyNames {
            current: None,
            default_agent: None,
            main: DEFAULT_MAIN,
        };
        assert_eq!(SessionKey::resolve(key.as_str(), &names).as_ref(), Ok(&key));
        let json = serde_json::to_string(&key).unwrap();
        assert_eq!(serde_json::from_str::<SessionKey>(&json).unwrap(), key);
    }

    #[test]
    fn agent_ids_fold_once(text in agent_id_text()) {
        let agent: AgentId = text.parse().unwrap();
        assert_eq!(agent.as_str(), text.to_ascii_lowercase());
        assert_eq!(agent.as_str().parse::<AgentId>(), Ok(agent.clone()));
    }
}
