//! Numbers the positions that the moves of several batches lead to, on several threads.
//!
//! A position that is not known gets the next number when the first move leads to it, in the
//! order of the batches and of their moves. What is not known is sorted by owner: the hash tells
//! which thread owns a position, and the shards of the hash table that it belongs to.
//!
//! 1. Each owner finds out which positions of its own are new, in a table of these alone, and
//!    makes room for them in its shards.
//! 2. The new positions of each batch are counted, so that it is known which number is the first
//!    of each batch; then each batch gives its new positions their numbers.
//! 3. The new positions are appended to all positions, and each owner puts their numbers into its
//!    shards; meanwhile the moves of each batch become edges.
//!
//! So the numbers do not depend on the number of threads. Where memory is refused before the
//! third step, nothing has changed, and the caller may number the positions one by one.
//!
//! Cost: beside that of looking positions up, some dozen operations for each move to a position
//! that is not known when the batches are filled. When not to use it: for one thread.

use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use zug_job::{Charge, Job, Phase, Progress, Refusal, table_bytes};
use zug_values::Turn;

use crate::crew::share;
use crate::error::Error;
use crate::positions::edges::Edge;
use crate::positions::expand::{Batch, LeadsTo, Unknown};
use crate::positions::ids::{Ids, Owned, SHARDS, Target, owner_of};

/// Numbers positions, batches after batches.
pub(crate) struct Numbering<P> {
    owners: Vec<RwLock<Owner<P>>>,
    /// For each batch and each owner what the batch does not know of the owner's positions.
    cells: Vec<Vec<Mutex<Cell<P>>>>,
    _charge: Charge,
}

/// The new positions of an owner.
struct Owner<P> {
    /// The places of the positions in `new`, by hash.
    table: HashTable<u32>,
    /// Each new position with its hash, in order of the batches and of their moves.
    new: Vec<(P, u64)>,
    /// The numbers of the new positions.
    ids: Vec<usize>,
    charge: Charge,
    of_table: Charge,
}

/// What a batch does not know of an owner's positions.
struct Cell<P> {
    /// The positions that moves lead to, in the order of the moves.
    wanted: Vec<Wanted<P>>,
    /// The number of the owner's new positions that batches before led to.
    first: usize,
    /// The numbers of the new positions that no batch before led to.
    ids: Vec<usize>,
    charge: Charge,
}

/// A position that a move leads to.
struct Wanted<P> {
    position: P,
    hash: u64,
    answer: Answer,
}

/// What an owner knows of a position.
#[derive(Clone, Copy)]
enum Answer {
    /// Nothing yet.
    None,
    /// Nothing yet, but that it was not in the shards when the batch was filled.
    Absent,
    /// Its number.
    Known(usize),
    /// It is the new position with this place.
    New(u32),
}

/// What the caller wants to be made of the moves.
#[derive(Clone, Copy)]
pub(crate) struct Wishes {
    /// The moves as edges.
    pub(crate) edges: bool,
    /// Whether all of them lead to a larger number.
    pub(crate) forward: bool,
}

impl<P: Copy + Eq + Hash + Send + Sync> Numbering<P> {
    /// For at most this number of batches at a time; `None` if there is one thread, or no memory.
    pub(crate) fn new(batches: usize, job: &Job) -> Option<Self> {
        let (threads, budget) = (job.threads.get(), &job.budget);
        if threads == 1 {
            return None;
        }
        let owners = threads.min(SHARDS);
        let bytes =
            owners * (size_of::<RwLock<Owner<P>>>() + batches * size_of::<Mutex<Cell<P>>>());
        let charge = budget.charge(bytes as u64).ok()?;
        let owner = || {
            RwLock::new(Owner {
                table: HashTable::new(),
                new: Vec::new(),
                ids: Vec::new(),
                charge: budget.open(),
                of_table: budget.open(),
            })
        };
        let cell = || {
            Mutex::new(Cell {
                wanted: Vec::new(),
                first: 0,
                ids: Vec::new(),
                charge: budget.open(),
            })
        };
        let cells = || (0..owners).map(|_| cell()).collect();
        Some(Self {
            owners: (0..owners).map(|_| owner()).collect(),
            cells: (0..batches).map(|_| cells()).collect(),
            _charge: charge,
        })
    }

    /// Gives the positions that the moves of these batches lead to their numbers, as far as they
    /// are new. The first position of each batch has the number beside the batch. Afterwards the
    /// batches have edges, as `wishes` says.
    ///
    /// # Errors
    ///
    /// Out of memory, and then nothing has changed; cancelled. There must be room for as many
    /// numbers as there are moves.
    pub(crate) fn number(
        &mut self,
        ids: &mut Ids<P>,
        batches: &mut [(usize, &mut Batch<P>)],
        wishes: Wishes,
        job: &Job,
    ) -> Result<(), Error> {
        let found = ids.len();
        let refused = |refusal| Error::out_of_memory(refusal, Phase::Discovering, found);
        let progress = Progress::at(Phase::Discovering, found as u64);
        let progress = |_| progress;
        let count = batches.len();
        let mut threads = vec![(); job.threads.get()];
        let batches: Vec<_> = batches.iter_mut().map(Mutex::new).collect();
        // Each batch sorts what it does not know by owner.
        share(job, &mut threads, count, progress, |(), place| {
            let mut batch = lock(&batches[place]);
            self.sort(place, batch.1).map_err(refused)
        })?;
        let mut owned = ids.owned_by(self.owners.len());
        let owned: Vec<_> = owned.iter_mut().map(Mutex::new).collect();
        share(job, &mut threads, owned.len(), progress, |(), owner| {
            let mut shards = lock(&owned[owner]);
            self.find_new(owner, count, &mut shards).map_err(refused)
        })?;
        drop(owned);
        let mut next = found;
        let firsts: Vec<usize> = (0..count)
            .map(|place| {
                let first = next;
                next += self.new_of(place, count);
                first
            })
            .collect();
        share(job, &mut threads, count, progress, |(), place| {
            let mut batch = lock(&batches[place]);
            self.assign(place, firsts[place], batch.1).map_err(refused)
        })?;
        self.gather(count);
        let new: Vec<_> = batches.iter().map(lock).collect();
        ids.append(new.iter().map(|batch| &batch.1.new[..]))
            .map_err(refused)?;
        drop(new);
        // Nothing is refused from here on.
        let mut owned = ids.owned_by(self.owners.len());
        let owned: Vec<_> = owned.iter_mut().map(Mutex::new).collect();
        let pieces = owned.len() + count;
        let done = Job::default().with_threads(job.threads);
        share(&done, &mut threads, pieces, progress, |(), piece| {
            match piece.checked_sub(owned.len()) {
                None => {
                    let owner = read(&self.owners[piece]);
                    let hashes = owner.new.iter().map(|(_, hash)| *hash);
                    lock(&owned[piece]).insert(hashes.zip(owner.ids.iter().copied()));
                }
                Some(place) => {
                    let mut batch = lock(&batches[place]);
                    let (first, batch) = &mut **batch;
                    self.settle(*first, batch, wishes);
                }
            }
            Ok(())
        })
    }
}

impl<P: Copy + Eq + Hash> Numbering<P> {
    /// Hands what a batch does not know to the owners.
    fn sort(&self, place: usize, batch: &mut Batch<P>) -> Result<(), Refusal> {
        let mut cells: Vec<_> = self.cells[place].iter().map(lock).collect();
        for cell in &mut cells {
            cell.wanted.clear();
            cell.ids.clear();
        }
        let Batch {
            steps,
            targets,
            unknown,
            charge,
            ..
        } = batch;
        unknown.clear();
        for (step, target) in targets.iter().enumerate() {
            let (hash, answer) = match *target {
                Target::Known(_) => continue,
                Target::Hashed(hash) => (hash, Answer::None),
                Target::Absent(hash) => (hash, Answer::Absent),
            };
            let owner = owner_of(hash, cells.len());
            let cell = &mut *cells[owner];
            let Cell {
                wanted,
                charge: of_cell,
                ..
            } = cell;
            if wanted.len() == wanted.capacity() {
                of_cell.make_room(wanted, 1)?;
            }
            wanted.push(Wanted {
                position: steps[step].position,
                hash,
                answer,
            });
            if unknown.len() == unknown.capacity() {
                charge.make_room(unknown, 1)?;
            }
            unknown.push(Unknown {
                step: step as u32,
                owner: owner as u32,
                leads_to: LeadsTo::New(0),
            });
        }
        Ok(())
    }

    /// Finds the new positions of an owner among those that the first `count` batches lead to,
    /// and makes room for them in the owner's shards.
    fn find_new(
        &self,
        owner: usize,
        count: usize,
        owned: &mut Owned<'_, P>,
    ) -> Result<(), Refusal> {
        let mut own = write(&self.owners[owner]);
        let Owner {
            table,
            new,
            ids,
            charge,
            of_table,
        } = &mut *own;
        table.clear();
        new.clear();
        ids.clear();
        for cells in &self.cells[..count] {
            let mut cell = lock(&cells[owner]);
            let Cell { wanted, first, .. } = &mut *cell;
            *first = new.len();
            charge.make_room(new, wanted.len())?;
            make_room_in(table, wanted.len(), new, of_table)?;
            for wanted in wanted {
                let Wanted { position, hash, .. } = *wanted;
                if let Answer::None = wanted.answer
                    && let Some(id) = owned.find(&position, hash)
                {
                    wanted.answer = Answer::Known(id);
                    continue;
                }
                let is_it = |place: &u32| new[*place as usize].0 == position;
                let place = match table.entry(hash, is_it, |place| new[*place as usize].1) {
                    Entry::Occupied(place) => *place.get(),
                    Entry::Vacant(free) => {
                        let place = new.len() as u32;
                        free.insert(place);
                        new.push((position, hash));
                        place
                    }
                };
                wanted.answer = Answer::New(place);
            }
        }
        charge.make_room(ids, new.len())?;
        owned.make_room(new.iter().map(|(_, hash)| *hash))
    }

    /// The number of positions that a batch, and none before it, leads to.
    fn new_of(&self, place: usize, count: usize) -> usize {
        let of_owner = |owner: usize| {
            let end = if place + 1 < count {
                lock(&self.cells[place + 1][owner]).first
            } else {
                read(&self.owners[owner]).new.len()
            };
            end - lock(&self.cells[place][owner]).first
        };
        (0..self.owners.len()).map(of_owner).sum()
    }

    /// Gives the new positions of a batch their numbers, from `next` on.
    fn assign(&self, place: usize, next: usize, batch: &mut Batch<P>) -> Result<(), Refusal> {
        let mut cells: Vec<_> = self.cells[place].iter().map(lock).collect();
        let mut cursors = vec![0; cells.len()];
        let Batch {
            steps,
            unknown,
            new,
            edges,
            charge,
            ..
        } = batch;
        new.clear();
        edges.clear();
        charge.make_room(edges, steps.len())?;
        for unknown in unknown {
            let cell = &mut *cells[unknown.owner as usize];
            let cursor = &mut cursors[unknown.owner as usize];
            let wanted = &cell.wanted[*cursor];
            *cursor += 1;
            unknown.leads_to = match wanted.answer {
                Answer::Known(id) => LeadsTo::Number(id),
                Answer::New(at) => match (at as usize).checked_sub(cell.first) {
                    None => LeadsTo::New(at),
                    Some(at) if at < cell.ids.len() => LeadsTo::Number(cell.ids[at]),
                    Some(_) => {
                        if new.len() == new.capacity() {
                            charge.make_room(new, 1)?;
                        }
                        if cell.ids.len() == cell.ids.capacity() {
                            cell.charge.make_room(&mut cell.ids, 1)?;
                        }
                        let id = next + new.len();
                        new.push(wanted.position);
                        cell.ids.push(id);
                        LeadsTo::Number(id)
                    }
                },
                Answer::None | Answer::Absent => unreachable!("each owner answers"),
            };
        }
        Ok(())
    }

    /// Gathers the numbers of the owners' new positions from the first `count` batches.
    fn gather(&self, count: usize) {
        for (owner, own) in self.owners.iter().enumerate() {
            let mut own = write(own);
            for cells in &self.cells[..count] {
                own.ids.extend_from_slice(&lock(&cells[owner]).ids);
            }
            debug_assert_eq!(own.ids.len(), own.new.len());
        }
    }
}

impl<P: Copy + Eq + Hash> Numbering<P> {
    /// Writes the numbers into the targets of a batch, whose first position has the number
    /// `first`, and makes of its moves what is wished.
    fn settle(&self, first: usize, batch: &mut Batch<P>, wishes: Wishes) {
        let owners: Vec<_> = self.owners.iter().map(read).collect();
        for unknown in &batch.unknown {
            let number = match unknown.leads_to {
                LeadsTo::Number(number) => number,
                LeadsTo::New(place) => owners[unknown.owner as usize].ids[place as usize],
            };
            batch.targets[unknown.step as usize] = Target::Known(number);
        }
        batch.keeps_turn = batch.steps.iter().any(|step| step.turn == Turn::Kept);
        batch.leads_forward = wishes.forward && batch.leads_forward(first);
        if wishes.edges {
            let moves = batch.steps.iter().zip(&batch.targets);
            let edges = moves.filter_map(|(step, target)| match *target {
                Target::Known(to) => Some(Edge::new(to, step.turn)),
                Target::Hashed(_) | Target::Absent(_) => None,
            });
            batch.edges.extend(edges);
            debug_assert_eq!(batch.edges.len(), batch.steps.len());
        }
    }
}

/// Makes room in a table for `more` places.
fn make_room_in<P>(
    table: &mut HashTable<u32>,
    more: usize,
    new: &[(P, u64)],
    charge: &mut Charge,
) -> Result<(), Refusal> {
    if table.capacity() - table.len() >= more {
        return Ok(());
    }
    let (old, bytes) = (charge.bytes(), table_bytes::<u32>(table.len() + more));
    charge.replace(old, bytes, || {
        table.try_reserve(more, |place| new[*place as usize].1)
    })?;
    charge.shrink(bytes - table.allocation_size() as u64);
    Ok(())
}

/// What a lock guards. Whoever panicked with it ends the work in any case.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn read<T>(lock: &RwLock<T>) -> RwLockReadGuard<'_, T> {
    lock.read().unwrap_or_else(PoisonError::into_inner)
}

fn write<T>(lock: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    lock.write().unwrap_or_else(PoisonError::into_inner)
}
