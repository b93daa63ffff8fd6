//! Who wins where play never ends is said once, by a name.

use zug_game::Player;
use zug_lang::{Rules, Settings};

const HEAD: &str = "\
game g
players Cat, Mouse
x: 0..2 = 0
move step(to in 0..2) if to != x:
    x = to
";

fn endless(results: &str) -> Option<Player> {
    let rules = Rules::read(&format!("{HEAD}{results}")).unwrap();
    rules.instance(&Settings::default()).unwrap().endless()
}

/// The message and the help of rules with a fault.
fn fault(rules: &str) -> (String, String) {
    let fault = Rules::read(rules).unwrap_err();
    assert!(!fault.label.is_empty());
    (fault.message, fault.help.unwrap_or_default())
}

fn fault_of(results: &str) -> (String, String) {
    fault(&format!("{HEAD}{results}"))
}

#[test]
fn a_named_player_wins_endless_play() {
    assert_eq!(endless(""), None);
    assert_eq!(endless("draw if endless\n"), None);
    assert_eq!(endless("win Cat if endless\n"), Some(Player::First));
    assert_eq!(
        endless("win Mouse if endless\nwin Cat if x == 2\n"),
        Some(Player::Second)
    );
}

#[test]
fn a_game_may_have_something_of_its_own_that_is_named_endless() {
    let own = "let endless = x == 2\nwin me if endless\n";
    assert_eq!(endless(own), None);
    let rules = Rules::read(&format!("{HEAD}{own}")).unwrap();
    let instance = rules.instance(&Settings::default()).unwrap();
    assert!(!instance.ends_only_when_stuck());
}

#[test]
fn endless_play_has_no_player_to_move() {
    for verdict in ["me", "other"] {
        let (message, help) = fault_of(&format!("win {verdict} if endless\n"));
        assert_eq!(message, "play that never ends does not say who is `me`");
        assert_eq!(
            help,
            "name the player: `win Cat if endless` or `win Mouse if endless`"
        );
    }
    let (message, _) = fault_of("win Dog if endless\n");
    assert_eq!(message, "there is no player `Dog`");
}

#[test]
fn endless_is_a_whole_condition_at_the_left_edge() {
    let stands_alone = "`endless` stands alone, in a result at the left edge: `win A if endless`";
    for results in ["win Cat if endless and x == 1\n", "assert endless\n"] {
        assert_eq!(fault_of(results).1, stands_alone, "{results}");
    }
    let body = format!("{HEAD}    win Cat if endless\n");
    assert_eq!(fault(&body).1, stands_alone);
    let (message, _) = fault_of("win Cat if endless\nwin Mouse if endless\n");
    assert_eq!(message, "`if endless` appears twice in one game");
}

#[test]
fn games_in_which_nobody_can_win_so_are_refused() {
    let impartial = HEAD.replace("players Cat, Mouse", "impartial");
    let (message, _) = fault(&format!("{impartial}win Cat if endless\n"));
    assert_eq!(
        message,
        "play that never ends has no winner in an impartial game"
    );
    Rules::read(&format!("{impartial}draw if endless\n")).unwrap();
    for endless in ["win Cat", "draw"] {
        let (message, _) = fault_of(&format!("score x - 1 if x > 1\n{endless} if endless\n"));
        assert_eq!(
            message,
            "play that never ends has no result in a game with scores"
        );
    }
    let (message, _) = fault_of("symmetry swap\nwin Cat if endless\n");
    assert_eq!(
        message,
        "a swap of the players is no symmetry where one of them wins if play never ends"
    );
    Rules::read(&format!("{HEAD}symmetry swap\ndraw if endless\n")).unwrap();
    let (message, _) = fault(&format!(
        "{HEAD}win Cat if endless\ngame two\nsum g for i in 1..2\n"
    ));
    assert_eq!(message, "`g` cannot be a part of a sum: it has a result");
}

#[test]
fn draws_can_be_made_wins_of_the_loser_of_endless_play() {
    let changed = |results: &str| {
        let rules = Rules::read(&format!("{HEAD}    draw if x == 1\n{results}")).unwrap();
        let instance = rules.instance(&Settings::default()).unwrap();
        (
            instance.has_draws_beside_endless(),
            instance.with_draws_won().is_some(),
        )
    };
    assert_eq!(changed("win Cat if endless\n"), (true, true));
    assert_eq!(changed("draw if endless\n"), (false, false));
    let rules = Rules::read(&format!("{HEAD}win Mouse if x == 2\nwin Cat if endless\n")).unwrap();
    let instance = rules.instance(&Settings::default()).unwrap();
    assert!(instance.with_draws_won().is_none());
}
