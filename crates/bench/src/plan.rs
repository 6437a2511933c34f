//! Agents' databases filled by a plan: how many sessions, whose they are, and
//! words in their texts that are as rare as their names say.

use std::path::{Path, PathBuf};
use std::time::Duration;

use sessions_core::event::{EventBody, TranscriptEvent};
use sessions_core::id::AgentId;
use sessions_core::key::SessionKey;
use sessions_core::scope::OwnerLinks;
use sessions_store::{Import, Maintenance, SessionSettings, StepBudget, Store, StoreOptions};

use crate::SetUpError;
use crate::clock::Clock;
use crate::corpus::{Corpus, Mix};
use crate::filled::{Told, reconcile, redacting};

/// The seed of the texts.
const SEED: u64 = 1;
/// Sessions that are made and stored at a time.
const CHUNK: usize = 1_000;

/// What a folder is filled with.
///
/// Sessions go to the agents in turn. All belong to one owner
/// ([`Self::owner_of_all`]), and some to one more; these lie scattered in time.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Databases, one for each agent.
    pub n_agents: usize,
    /// Sessions, all agents together.
    pub n_sessions: usize,
    /// How many sessions belong to each of some owners.
    pub owned: Vec<usize>,
}

/// A session of a plan.
#[derive(Clone, Debug)]
pub struct Planned {
    /// What was said.
    pub told: Told,
    /// Whose it is.
    pub settings: SessionSettings,
    /// The number of its agent.
    pub agent: usize,
}

/// What it took to fill a folder, in CPU time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Filling {
    /// Messages stored.
    pub n_messages: usize,
    /// Bytes of their texts.
    pub text_bytes: usize,
    /// Storing them.
    pub importing: Duration,
    /// Indexing them.
    pub indexing: Duration,
    /// Merging what indexing left, as a program does that has nothing to do.
    pub merging: Duration,
}

impl Plan {
    /// Messages of a session.
    pub const EACH: usize = 50;

    /// Returns a plan of so many messages, with owners of 1 and of 10 % of the
    /// sessions.
    pub fn of(n_agents: usize, n_messages: usize) -> Self {
        let n_sessions = (n_messages / Self::EACH).max(n_agents);
        Self {
            n_agents,
            n_sessions,
            owned: vec![(n_sessions / 100).max(1), (n_sessions / 10).max(2)],
        }
    }

    /// Returns the agent of a number.
    ///
    /// # Errors
    ///
    /// Fails when an id of ours is none.
    pub fn agent(&self, nth: usize) -> Result<AgentId, SetUpError> {
        let id = format!("a{}", nth % self.n_agents);
        id.parse().map_err(|_| SetUpError::Id)
    }

    /// Returns the key of a session: of a kind that owners reach across agents.
    ///
    /// # Errors
    ///
    /// Fails when an id of ours is none.
    pub fn key(&self, n: usize) -> Result<SessionKey, SetUpError> {
        let rest = format!("subagent:talk-{n}");
        SessionKey::new(&self.agent(n)?, &rest).map_err(|_| SetUpError::Id)
    }

    /// Returns the owner of so many sessions.
    ///
    /// # Errors
    ///
    /// Fails when an id of ours is none.
    pub fn owner_of(&self, n_sessions: usize) -> Result<SessionKey, SetUpError> {
        let rest = format!("owner-{n_sessions}");
        SessionKey::new(&self.agent(0)?, &rest).map_err(|_| SetUpError::Id)
    }

    /// Returns the owner of all sessions.
    ///
    /// # Errors
    ///
    /// Fails when an id of ours is none.
    pub fn owner_of_all(&self) -> Result<SessionKey, SetUpError> {
        self.owner_of(0)
    }

    /// Returns where an agent's database lies.
    ///
    /// # Errors
    ///
    /// Fails when an id of ours is none.
    pub fn database(&self, folder: &Path, agent: usize) -> Result<PathBuf, SetUpError> {
        let agent = self.agent(agent)?;
        Ok(folder.join(format!("agents/{agent}/sessions.sqlite")))
    }

    /// Opens the databases of all agents.
    ///
    /// # Errors
    ///
    /// Fails when one cannot be opened.
    pub fn stores(&self, folder: &Path) -> Result<Vec<Store>, SetUpError> {
        let open = |agent| {
            let path = self.database(folder, agent)?;
            Ok(Store::open(&path, StoreOptions::new(redacting()))?)
        };
        (0..self.n_agents).map(open).collect()
    }

    /// Hands out the sessions, some at a time and in the order of their times:
    /// the same whenever it is called.
    ///
    /// # Errors
    ///
    /// Fails when `take` does.
    pub fn each(
        &self,
        mut take: impl FnMut(Vec<Planned>) -> Result<(), SetUpError>,
    ) -> Result<(), SetUpError> {
        let mut corpus = Corpus::new(SEED, Mix::World);
        let all: Vec<_> = (0..self.n_sessions).collect();
        for chunk in all.chunks(CHUNK) {
            let planned = chunk.iter().map(|&n| self.session(&mut corpus, n));
            take(planned.collect::<Result<_, _>>()?)?;
        }
        Ok(())
    }

    fn session(&self, corpus: &mut Corpus, n: usize) -> Result<Planned, SetUpError> {
        let place = n.wrapping_mul(7_919) % self.n_sessions;
        let owner = self.owner_at(place);
        let mut events = corpus.conversation(Self::EACH);
        for (nth, event) in events.iter_mut().enumerate() {
            self.plant(event, n * Self::EACH + nth, owner.is_some());
        }
        let parent = owner.map(|size| self.owner_of(size)).transpose()?;
        Ok(Planned {
            told: Told {
                key: self.key(n)?,
                session_id: format!("s{n}").parse().map_err(|_| SetUpError::Id)?,
                events,
            },
            settings: SessionSettings {
                links: OwnerLinks {
                    spawned_by: Some(self.owner_of_all()?),
                    parent,
                    owner: None,
                },
                ..SessionSettings::default()
            },
            agent: n % self.n_agents,
        })
    }

    /// Returns how many sessions the owner of a place has, if there is one.
    fn owner_at(&self, place: usize) -> Option<usize> {
        let mut end = 0;
        self.owned.iter().copied().find(|size| {
            end += size;
            place < end
        })
    }

    /// Adds the planted words to the text of the message `nth`.
    fn plant(&self, event: &mut TranscriptEvent, nth: usize, is_owned: bool) {
        let EventBody::Message { text, .. } = &mut event.body else {
            return;
        };
        let each_of_few = (self.n_sessions * Self::EACH / 20).max(1);
        for (is_in, word) in [
            (nth % 10 < 3, " qcommon qbehind"),
            (nth % 100 == 2, " qmiddling"),
            // As often, and never beside the common word.
            (nth % 100 == 7, " qelsewhere"),
            (nth % 100 == 31, " qcafé"),
            (nth % 100 == 41, " 数据库检索"),
            (nth % 20_000 == 7, " qrare"),
            // Twenty in all, however many messages there are.
            (nth % each_of_few == 11, " qfew"),
            (nth % 25 < 4 && !is_owned, " qapart"),
        ] {
            if is_in {
                text.push_str(word);
            }
        }
    }

    /// Fills the databases below a folder, unless they are there.
    ///
    /// # Errors
    ///
    /// Fails when a store does.
    pub fn fill(&self, folder: &Path) -> Result<Option<Filling>, SetUpError> {
        if folder.join("agents").exists() {
            return Ok(None);
        }
        let stores = self.stores(folder)?;
        let mut filling = Filling::default();
        self.each(|some| {
            let texts = some.iter().flat_map(|it| &it.told.events);
            let lengths = texts.map(|it| it.body.display_text().len());
            filling.text_bytes += lengths.sum::<usize>();
            filling.n_messages += some.len() * Self::EACH;
            let (outcome, importing) = Clock::Process.time(|| import(&stores, &some));
            outcome?;
            let (outcome, indexing) = Clock::Process.time(|| {
                stores
                    .iter()
                    .try_for_each(|it| reconcile(it, StepBudget::default()).map(drop))
            });
            outcome?;
            filling.importing += importing;
            filling.indexing += indexing;
            Ok(())
        })?;
        let (outcome, merging) = Clock::Process.time(|| {
            for store in &stores {
                while store.merge_step()? == Maintenance::Worked {}
            }
            Ok::<_, SetUpError>(())
        });
        outcome?;
        filling.merging = merging;
        Ok(Some(filling))
    }
}

fn import(stores: &[Store], some: &[Planned]) -> Result<(), SetUpError> {
    for it in some {
        let store = stores.get(it.agent).ok_or(SetUpError::Id)?;
        store.import(&Import {
            key: &it.told.key,
            session_id: &it.told.session_id,
            is_current: true,
            settings: &it.settings,
            events: &it.told.events,
        })?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_owner_has_as_many_sessions_as_the_plan_says() {
        let plan = Plan {
            n_agents: 5,
            n_sessions: 200,
            owned: vec![2, 20],
        };
        let (mut of_two, mut of_twenty, mut n_few) = (0, 0, 0);
        let (two, twenty) = (plan.owner_of(2).unwrap(), plan.owner_of(20).unwrap());
        plan.each(|some| {
            for it in &some {
                of_two += usize::from(it.settings.links.name(&two));
                of_twenty += usize::from(it.settings.links.name(&twenty));
                let texts = it.told.events.iter().map(|it| it.body.display_text());
                n_few += texts.filter(|it| it.contains(" qfew")).count();
            }
            Ok(())
        })
        .unwrap();
        assert_eq!((of_two, of_twenty, n_few), (2, 20, 20));
    }
}
