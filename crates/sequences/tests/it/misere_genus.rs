//! Genera against their definition on sums.

use std::collections::HashMap;

use zug_heaps::{Breaking, HeapGame, Splitting};
use zug_sequences::engine::naive;
use zug_sequences::misere::{Genera, Limits};
use zug_sequences::{Budget, Job};
use zug_values::Nimber;

fn code(text: &str) -> HeapGame {
    HeapGame::Breaking(text.parse::<Breaking>().unwrap())
}

/// The misère nimber of heaps beside nim-heaps, by definition: the plain mex over
/// all options, 1 where there is none.
#[derive(Default)]
struct Definition(HashMap<(Vec<u64>, Vec<u64>), u32>);

impl Definition {
    fn nimber(&mut self, game: &HeapGame, heaps: &[u64], nim: &[u64]) -> u32 {
        let key = (heaps.to_vec(), nim.to_vec());
        if let Some(&known) = self.0.get(&key) {
            return known;
        }
        let mut next: Vec<(Vec<u64>, Vec<u64>)> = Vec::new();
        for (place, &heap) in heaps.iter().enumerate() {
            game.options(heap, &mut |left| {
                let mut rest = heaps.to_vec();
                rest.remove(place);
                rest.extend(left);
                rest.sort_unstable();
                next.push((rest, nim.to_vec()));
            });
        }
        for (place, &heap) in nim.iter().enumerate() {
            for left in 0..heap {
                let mut rest = nim.to_vec();
                rest[place] = left;
                rest.retain(|&heap| heap > 0);
                rest.sort_unstable();
                next.push((heaps.to_vec(), rest));
            }
        }
        let options: Vec<u32> = next
            .iter()
            .map(|(heaps, nim)| self.nimber(game, heaps, nim))
            .collect();
        let nimber = if options.is_empty() {
            1
        } else {
            let most = options.len() as u32;
            (0..=most).find(|nimber| !options.contains(nimber)).unwrap()
        };
        self.0.insert(key, nimber);
        nimber
    }
}

#[test]
fn genera_are_what_the_definition_says() {
    let mut games: Vec<HeapGame> = [
        "0.77", "0.137", "0.07", "4.7", "0.123", "0.53", "0.75", "0.6", "0.3F", "4.3", "0.26",
        "4.333",
    ]
    .map(code)
    .to_vec();
    games.push(HeapGame::subtraction([1, 3, 4]).unwrap());
    games.push(HeapGame::all_but([2]).unwrap());
    games.push(HeapGame::Splitting(Splitting::GRUNDY));
    let mut wild = 0;
    for game in &games {
        let mut genera = Genera::new(game, Limits::default(), &Job::default());
        genera.reach(9).unwrap();
        let nimbers = naive::nimbers(game, 10);
        let mut definition = Definition::default();
        for (heap, genus) in (0u64..).zip(genera.heaps()) {
            assert_eq!(genus.nimber(), Nimber(nimbers[heap as usize]));
            wild += usize::from(!genus.is_tame());
            for twos in 0..5 {
                let digit = definition.nimber(game, &[heap], &vec![2; twos]);
                assert_eq!(genus.digit(twos), Nimber(digit), "{game:?} {heap} {twos}");
            }
        }
    }
    assert!(wild > 10, "{wild} heaps are wild");
}

#[test]
fn genera_of_positions_are_what_the_definition_says() {
    for game in [code("0.77"), code("4.7"), code("0.123")] {
        let mut genera = Genera::new(&game, Limits::default(), &Job::default());
        let mut definition = Definition::default();
        for one in 0..7 {
            for other in 0..=one {
                for third in 0..=other.min(3) {
                    let heaps = [third, other, one];
                    let genus = genera.position(&heaps).unwrap();
                    for twos in 0..4 {
                        let digit = definition.nimber(&game, &heaps, &vec![2; twos]);
                        assert_eq!(genus.digit(twos), Nimber(digit), "{game:?} {heaps:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_last_two_digits_differ_by_two() {
    for text in ["0.77", "0.07", "4.7", "0.123", "0.6", "0.15"] {
        let mut genera = Genera::new(&code(text), Limits::default(), &Job::default());
        genera.reach(12).unwrap();
        for genus in genera.heaps() {
            let [.., one, other] = *genus.digits() else {
                panic!("{genus} is too short")
            };
            assert_eq!(one + Nimber(2), other, "{text} {genus}");
        }
    }
}

#[test]
fn genera_of_nim_are_tame() {
    let mut genera = Genera::new(
        &HeapGame::all_but([]).unwrap(),
        Limits::default(),
        &Job::default(),
    );
    genera.reach(11).unwrap();
    let symbols: Vec<String> = genera.heaps().map(ToString::to_string).collect();
    let expected = [
        "0^{120}",
        "1^{031}",
        "2^{20}",
        "3^{31}",
        "4^{46}",
        "5^{57}",
        "6^{64}",
        "7^{75}",
        "8^{8,10}",
        "9^{9,11}",
        "10^{10,8}",
        "11^{11,9}",
    ];
    assert_eq!(symbols, expected);
    assert!(genera.heaps().all(zug_sequences::misere::Genus::is_tame));
    let pair = genera.position(&[2, 2]).unwrap();
    assert_eq!(pair.to_string(), "0^{02}");
    assert!(pair.is_tame());
    // Nim-heaps of 1 vanish in pairs; 2 and 1 are 3.
    let three = genera.position(&[1, 1, 1, 2]);
    assert_eq!(three.unwrap().to_string(), "3^{31}");
}

#[test]
fn trees_are_kept_without_reversible_moves() {
    // Heaps of which any number from 1 to 3 may be taken are nim-heaps 0 to 3.
    let mut genera = Genera::new(
        &HeapGame::subtraction([1, 2, 3]).unwrap(),
        Limits::default(),
        &Job::default(),
    );
    genera.reach(40).unwrap();
    assert_eq!(genera.trees(), 4);
}

#[test]
fn what_takes_too_much_is_refused() {
    let few = Limits::default().with_steps(1000);
    let mut genera = Genera::new(&code("4.7"), few, &Job::default());
    assert!(genera.reach(20).is_err());
    assert!(genera.known() > 3);
    let tight = Job::default().with_budget(Budget::of_bytes(1000));
    let mut genera = Genera::new(&code("4.7"), Limits::default(), &tight);
    assert!(genera.reach(20).is_err());
}
