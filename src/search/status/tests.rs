use super::*;

#[test]
fn the_work_of_a_round_does_not_grow_with_the_board() {
    let mut full = Board::new(25);
    let stones: Vec<_> = full.points().map(|p| (p, Some(Color::Black))).collect();
    full.set_up_all(stones.into_iter().skip(1));
    assert_eq!(round_playouts(&full), ROUND_PLAYOUTS);
    assert_eq!(round_playouts(&Board::new(15)), ROUND_PLAYOUTS);
    let mut least = ROUND_PLAYOUTS;
    for size in 2..=25 {
        let playouts = round_playouts(&Board::new(size));
        assert!(playouts <= least, "{size}");
        assert!(
            playouts * (size * size) as u64 <= ROUND_PLAYOUTS * FINISHED,
            "{size}"
        );
        assert!(playouts >= survival::STEP, "{size}: not a single search");
        least = playouts;
    }
}

/// A large board of stones in no order is full of doubtful chains: no more of them are searched for than a round has
/// playouts for.
#[test]
fn a_large_unfinished_board_gets_few_searches() {
    let mut board = Board::new(25);
    let stones: Vec<_> = board.points().filter(|p| p.index() % 5 < 2).collect();
    let colored = stones.iter().enumerate();
    let colored = colored.map(|(i, &p)| (p, Some(Color::BOTH[i / 3 % 2])));
    board.set_up_all(colored);
    let game = plain(&Game::from_position(
        board,
        Color::Black,
        Rules::default(),
        Komi::ZERO,
    ));
    let ownership = Ownership::of(&game, 50, 1);
    let judge = Judge::new(game.board(), &ownership);
    let playouts = round_playouts(game.board());
    let groups = judge.groups(playouts);
    assert!(!groups.is_empty());
    assert!(groups.len() as u64 * survival::STEP <= playouts);
    assert!(groups.len() < judge.groups(ROUND_PLAYOUTS).len());
    assert_eq!(
        judge.groups(0).len(),
        1,
        "the largest, however few playouts"
    );
}
