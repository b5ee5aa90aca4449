//! What a network has answered: kept from search to search and shared by all threads.
//!
//! An answer is found by the whole input that it was given for, bit for bit, and by nothing less: stones, liberties, ko bans,
//! history, ladders, rules, komi, whose turn it is, and the symmetry in which the network saw the board.

use std::hash::BuildHasher;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};

use hashbrown::DefaultHashBuilder;

use crate::net::{GLOBALS, Input, PLANES, Symmetry};

/// Memory of an entry beyond its numbers: headers of its allocations and its slot.
const OVERHEAD: usize = 128;

/// A network's answer, from the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// Probability to win, no result counting half.
    pub value: f32,
    /// Points by which the side to move is ahead.
    pub lead: f32,
    /// Mean and standard deviation of the final score.
    pub score: (f32, f32),
    /// Logits of the moves by points, by rows from the top, then that of passing.
    pub policy: Box<[f32]>,
    /// Owner of each point: 1 for the side to move, -1 for the opponent.
    pub owners: Box<[f32]>,
}

/// An input, packed: a bit for each number of the planes, which are 0 or 1, the global inputs and the symmetry.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct InputKey(Vec<u64>);

impl InputKey {
    /// Packs an input.
    pub fn set(&mut self, input: &Input) {
        self.set_planes(input);
        self.0.push(u64::from(input.symmetry.number()));
    }

    /// Packs an input without its symmetry.
    fn set_planes(&mut self, input: &Input) {
        self.0.clear();
        self.0.extend(input.planes.chunks(64).map(|numbers| {
            numbers
                .iter()
                .rev()
                .fold(0, |word, &number| word << 1 | u64::from(number > 0.5))
        }));
        let globals = input
            .globals
            .iter()
            .map(|&number| u64::from(number.to_bits()));
        self.0.extend(globals);
    }

    /// The symmetry in which an input is to be seen: any of the eight, but always the same one for the same input and seed.
    pub fn symmetry(&mut self, input: &Input, seed: u64) -> Symmetry {
        self.set_planes(input);
        // SplitMix64's mixing function.
        let mixed = self.0.iter().fold(seed, |state, word| {
            let state = (state ^ word).wrapping_add(0x9e37_79b9_7f4a_7c15);
            let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            state ^ (state >> 31)
        });
        #[allow(clippy::cast_possible_truncation)] // below eight
        Symmetry::ALL[(mixed % 8) as usize]
    }
}

/// Room for one answer.
type Slot = Mutex<Option<(InputKey, Arc<Answer>)>>;

/// Answers by input.
pub struct Cache {
    slots: Box<[Slot]>,
    hasher: DefaultHashBuilder,
    asked: AtomicU64,
    found: AtomicU64,
}

impl Cache {
    /// A cache of at most `bytes` for boards of `size` lines. One without room for a single answer keeps none.
    #[must_use]
    pub fn new(bytes: usize, size: usize) -> Self {
        let area = size * size;
        let key = 8 * ((PLANES * area).div_ceil(64) + GLOBALS + 1);
        let answer = 4 * (2 * area + 1);
        let count = bytes / (key + answer + OVERHEAD);
        Self {
            slots: std::iter::repeat_with(Mutex::default).take(count).collect(),
            hasher: DefaultHashBuilder::default(),
            asked: AtomicU64::new(0),
            found: AtomicU64::new(0),
        }
    }

    #[allow(clippy::cast_possible_truncation)] // any bits will do
    fn slot(&self, key: &InputKey) -> Option<&Slot> {
        let place = (self.hasher.hash_one(key) as usize).checked_rem(self.slots.len())?;
        self.slots.get(place)
    }

    /// The answer to an input, where it is known.
    #[must_use]
    pub fn get(&self, key: &InputKey) -> Option<Arc<Answer>> {
        self.asked.fetch_add(1, Relaxed);
        let slot = self.slot(key)?.lock();
        let slot = slot.unwrap_or_else(PoisonError::into_inner);
        let (known, answer) = slot.as_ref()?;
        if known != key {
            return None;
        }
        self.found.fetch_add(1, Relaxed);
        Some(Arc::clone(answer))
    }

    /// Keeps an answer; it takes the place of an older one where there is no other room.
    pub fn insert(&self, key: &InputKey, answer: &Arc<Answer>) {
        if let Some(slot) = self.slot(key) {
            let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
            *slot = Some((key.clone(), Arc::clone(answer)));
        }
    }

    /// How often an answer was asked for, and how often it was known.
    #[must_use]
    pub fn counts(&self) -> (u64, u64) {
        (self.asked.load(Relaxed), self.found.load(Relaxed))
    }

    /// Forgets all answers.
    pub fn clear(&self) {
        for slot in &self.slots {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(input: &Input) -> InputKey {
        let mut key = InputKey::default();
        key.set(input);
        key
    }

    fn answer(value: f32) -> Arc<Answer> {
        Arc::new(Answer {
            value,
            lead: 0.0,
            score: (0.0, 0.0),
            policy: Box::default(),
            owners: Box::default(),
        })
    }

    #[test]
    fn every_number_of_an_input_and_the_symmetry_are_part_of_the_key() {
        let plain = Input::new(5);
        let mut keys = vec![key(&plain)];
        for place in 0..plain.planes.len() {
            let mut input = plain.clone();
            input.planes[place] = 1.0;
            keys.push(key(&input));
        }
        for place in 0..GLOBALS {
            let mut input = plain.clone();
            input.globals[place] = 0.125;
            keys.push(key(&input));
        }
        for symmetry in &Symmetry::ALL[1..] {
            let mut input = plain.clone();
            input.symmetry = *symmetry;
            keys.push(key(&input));
        }
        let count = keys.len();
        let distinct: std::collections::HashSet<_> = keys.into_iter().collect();
        assert_eq!(distinct.len(), count);
    }

    #[test]
    fn an_answer_is_found_by_its_own_input_alone_even_where_all_share_a_slot() {
        let one_entry = 8 * ((PLANES * 25).div_ceil(64) + GLOBALS + 1) + 4 * 51 + OVERHEAD;
        let cache = Cache::new(one_entry, 5);
        let (plain, mut other) = (Input::new(5), Input::new(5));
        other.planes[7] = 1.0;
        cache.insert(&key(&plain), &answer(0.25));
        assert_eq!(cache.get(&key(&plain)), Some(answer(0.25)));
        assert_eq!(cache.get(&key(&other)), None);
        cache.insert(&key(&other), &answer(0.75));
        assert_eq!(cache.get(&key(&other)), Some(answer(0.75)));
        assert_eq!(cache.get(&key(&plain)), None);
        assert_eq!(cache.counts(), (4, 2));
        cache.clear();
        assert_eq!(cache.get(&key(&other)), None);
    }

    #[test]
    fn a_cache_without_room_keeps_nothing() {
        let cache = Cache::new(100, 19);
        let key = key(&Input::new(19));
        cache.insert(&key, &answer(0.5));
        assert_eq!(cache.get(&key), None);
    }

    #[test]
    fn symmetries_follow_from_input_and_seed() {
        let mut key = InputKey::default();
        let mut seen = [0; 8];
        for komi in 0..800_u16 {
            let mut input = Input::new(5);
            input.globals[5] = f32::from(komi);
            let symmetry = key.symmetry(&input, 1);
            assert_eq!(symmetry, key.symmetry(&input, 1));
            seen[usize::from(symmetry.number())] += 1;
        }
        assert!(seen.iter().all(|&count| count > 50), "{seen:?}");
    }
}
