//! Work that takes longer than a request waits.

use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{PATIENCE, Server, limits};

/// A position of the catalogue, behind the openings that are known, whose search takes all its time.
fn long(seconds: u32) -> Value {
    let moves = ["0", "0", "4", "0", "0", "1", "1", "5"];
    json!({"game": "connect-four", "moves": moves, "by": "search", "seconds": seconds})
}

/// Begins a job, and returns its name.
fn begun(server: &Server, asked: &Value) -> String {
    let answer = server.post("/api/v1/values", asked);
    assert_eq!(answer.status, 202, "{answer:?}");
    let job = answer.json();
    assert_eq!(job["state"], "job");
    job["id"].as_str().unwrap().to_owned()
}

/// A search that takes all its time too, of a board that the request brings along.
fn brought(seconds: u32) -> Value {
    let set = json!({"width": "8"});
    json!({"game": "connect-four", "set": set, "by": "search", "seconds": seconds})
}

#[test]
fn a_job_is_cancelled_and_the_server_goes_on() {
    let server = Server::new();
    let id = begun(&server, &long(60));
    let job = server.get(&format!("/api/v1/jobs/{id}")).json();
    assert_eq!(job["status"], "running");
    let begun = Instant::now();
    assert_eq!(
        server.delete(&format!("/api/v1/jobs/{id}")).json()["status"],
        "cancelled"
    );
    assert_eq!(
        server.get(&format!("/api/v1/jobs/{id}")).problem()["type"],
        "unknown-job"
    );
    // The lane is free again: other heavy work runs, long before the time of the first was over.
    server.ask("values", &long(1));
    assert!(begun.elapsed() < Duration::from_secs(40));
}

#[test]
fn one_heavy_job_runs_and_the_next_wait_until_there_are_too_many() {
    let server = Server::new();
    let first = begun(&server, &long(59));
    let mut waiting = Vec::new();
    let refused = loop {
        let seconds = 58 - u32::try_from(waiting.len()).unwrap();
        let answer = server.post("/api/v1/values", &brought(seconds));
        if answer.status != 202 {
            break answer;
        }
        waiting.push(answer.json()["id"].as_str().unwrap().to_owned());
        assert!(waiting.len() < 50);
    };
    assert_eq!(refused.status, 429);
    assert_eq!(refused.problem()["type"], "busy");
    let second = server.get(&format!("/api/v1/jobs/{}", waiting[0])).json();
    assert_eq!(
        (&second["status"], &second["ahead"]),
        (&json!("waiting"), &json!(1))
    );
    // There is room for games of the catalogue, and light work does not wait.
    waiting.push(begun(&server, &long(58)));
    let begun = Instant::now();
    assert_eq!(
        server.ask("values", &json!({"game": "kayles"}))["known_by"],
        "table"
    );
    assert!(begun.elapsed() < Duration::from_secs(30));
    for id in waiting.iter().chain([&first]) {
        server.delete(&format!("/api/v1/jobs/{id}"));
    }
    assert!(server.is_alive());
}

#[test]
fn work_on_what_requests_bring_along_takes_turns_with_the_catalogue() {
    let server = Server::new();
    let ids: Vec<String> = (0..4).map(|n| begun(&server, &brought(59 - n))).collect();
    let honest = begun(&server, &long(57));
    let job = |id: &str| server.get(&format!("/api/v1/jobs/{id}")).json();
    assert_eq!(
        [job(&ids[3])["ahead"].clone(), job(&honest)["ahead"].clone()],
        [3, 1]
    );
    server.delete(&format!("/api/v1/jobs/{}", ids[0]));
    let begun = Instant::now();
    while job(&honest)["status"] != "running" {
        assert!(begun.elapsed() < PATIENCE);
    }
    assert_eq!(job(&ids[1])["status"], "waiting");
    for id in ids[1..].iter().chain([&honest]) {
        server.delete(&format!("/api/v1/jobs/{id}"));
    }
}

#[test]
fn one_game_of_the_catalogue_is_ahead_of_what_a_request_brings_along_however_many_wait() {
    let server = Server::new();
    let many: Vec<String> = (0..5).map(|n| begun(&server, &long(59 - n))).collect();
    let honest = begun(&server, &brought(50));
    let status = |id: &str| server.get(&format!("/api/v1/jobs/{id}")).json()["status"].clone();
    // The first two of the catalogue have run; three more wait.
    for id in &many[..2] {
        let begun = Instant::now();
        while status(id) != "running" {
            assert!(begun.elapsed() < PATIENCE);
        }
        server.delete(&format!("/api/v1/jobs/{id}"));
    }
    let begun = Instant::now();
    while status(&honest) != "running" {
        assert!(begun.elapsed() < PATIENCE);
        assert_eq!(status(&many[2]), "waiting");
    }
    for id in many[2..].iter().chain([&honest]) {
        server.delete(&format!("/api/v1/jobs/{id}"));
    }
}

#[test]
fn a_job_tells_how_far_it_is_until_it_ends() {
    let server = Server::new();
    let id = begun(&server, &long(3));
    let mut stream = server.connect();
    let request = server.request("GET", &format!("/api/v1/jobs/{id}/events"), "");
    stream.write_all(request.as_bytes()).unwrap();
    let mut events = Vec::new();
    let mut name = String::new();
    for line in BufReader::new(stream).lines() {
        let line = line.unwrap();
        if let Some(event) = line.strip_prefix("event: ") {
            event.clone_into(&mut name);
        } else if let Some(data) = line.strip_prefix("data: ") {
            let data: Value = serde_json::from_str(data).unwrap();
            events.push((name.clone(), data));
        }
    }
    let (last, before) = events.split_last().unwrap();
    assert_eq!((&*last.0, &last.1["status"]), ("end", &json!("done")));
    assert_eq!(last.1["result"]["known_by"], "search");
    assert!(before.iter().all(|(name, _)| name == "progress"));
    let searched = before.iter().any(|(_, job)| {
        job["phase"] == "searching the position" && job["positions"].as_u64() > Some(0)
    });
    assert!(searched, "{before:?}");
}

#[test]
fn two_who_ask_the_same_share_the_work_and_one_may_leave() {
    let server = Server::new();
    let [first, second] = [begun(&server, &long(4)), begun(&server, &long(4))];
    assert_ne!(first, second);
    server.delete(&format!("/api/v1/jobs/{first}"));
    let job = server.finished(&second);
    assert_eq!(job["status"], "done");
    // It did not wait for another one to end first.
    assert!(job["seconds"].as_f64().unwrap() < 20.0);
}

#[test]
fn work_that_nobody_asks_about_is_cancelled() {
    let server = Server::with(limits().with_grace(Duration::from_millis(500)));
    let id = begun(&server, &long(60));
    let begun = Instant::now();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(
        server.get(&format!("/api/v1/jobs/{id}")).problem()["type"],
        "unknown-job"
    );
    // So the lane is free.
    server.ask("values", &long(1));
    assert!(begun.elapsed() < Duration::from_secs(40));
}

#[test]
fn a_client_that_leaves_while_it_waits_takes_its_work_along() {
    let server = Server::new();
    for _ in 0..3 {
        let mut stream = server.connect();
        let request = server.request("POST", "/api/v1/values", &long(60).to_string());
        stream.write_all(request.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(50));
        drop(stream);
    }
    let begun = Instant::now();
    server.ask("values", &long(1));
    assert!(begun.elapsed() < Duration::from_secs(40));
}

#[test]
fn work_that_takes_too_long_is_ended() {
    let server = Server::with(limits().with_work(Duration::from_secs(1)));
    let id = begun(&server, &long(60));
    let job = server.finished(&id);
    assert_eq!(
        (&job["status"], &job["error"]["type"]),
        (&json!("failed"), &json!("too-slow"))
    );
}

#[test]
fn a_server_that_ends_cancels_its_work() {
    let server = Server::new();
    begun(&server, &long(60));
    let begun = Instant::now();
    drop(server);
    assert!(begun.elapsed() < PATIENCE / 4);
}
