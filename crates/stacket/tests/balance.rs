//! An independent check: can the structures that the physics accepted in self-play stand at all?
//!
//! Static equilibrium as a cone program: forces within the friction cones at the contact points that hold
//! every piece against gravity. `structures.json` was written by `examples/measure.rs` from 8 games of medium hands.

use clarabel::algebra::CscMatrix;
use clarabel::solver::{
    DefaultSettingsBuilder, DefaultSolver, IPSolver, NonnegativeConeT, SecondOrderConeT, SupportedConeT,
};
use rapier3d_f64::math::Vector;
use stacket::scene::Scene;
use stacket::touch::touches;
use stacket::{PieceBox, PieceId, Pose, Standing};

/// The largest force or torque left unbalanced, as a share of the weight of a middling piece.
fn unbalanced(set: &PieceBox, standing: &[Standing]) -> f64 {
    let row = |piece: PieceId| standing.iter().position(|s| s.piece == piece).map(|i| 6 * i);
    let contacts: Vec<(Option<usize>, usize, Vector, Vector)> = touches(&Scene::new(set, standing), standing)
        .iter()
        .flat_map(|t| {
            let (a, b) = (t.a.and_then(row), row(t.b).expect("it stands"));
            let spot = move |s: &stacket::touch::Spot| {
                (a, b, Vector::from_array(s.at), Vector::from_array(s.normal))
            };
            t.spots.iter().map(spot).collect::<Vec<_>>()
        })
        .collect();
    let rows = 6 * standing.len();
    let columns = 3 * contacts.len() + 1;
    let slack = columns - 1;
    let mut balance = vec![vec![0.0; columns]; rows];
    for (n, (a, b, at, normal)) in contacts.iter().enumerate() {
        let side = normal.any_orthonormal_vector();
        for (k, way) in [*normal, side, normal.cross(side)].into_iter().enumerate() {
            for (first, sign) in [(Some(*b), 1.0), (*a, -1.0)] {
                let Some(first) = first else { continue };
                let torque = (*at - standing[first / 6].pose.place()).cross(way);
                for i in 0..3 {
                    balance[first + i][3 * n + k] = sign * way[i];
                    balance[first + 3 + i][3 * n + k] = sign * torque[i];
                }
            }
        }
    }
    let weight = |i: usize| if i % 6 == 1 { set.mass(standing[i / 6].piece) / 0.2 } else { 0.0 };
    // -t <= balance - weight <= t, then the friction cones; minimise t.
    let mut dense: Vec<Vec<f64>> = Vec::new();
    let mut bound = Vec::new();
    for (i, line) in balance.iter().enumerate() {
        for sign in [1.0, -1.0] {
            let mut line: Vec<f64> = line.iter().map(|x| sign * x).collect();
            line[slack] = -1.0;
            dense.push(line);
            bound.push(sign * weight(i));
        }
    }
    let mut cones: Vec<SupportedConeT<f64>> = vec![NonnegativeConeT(2 * rows)];
    for n in 0..contacts.len() {
        for (k, scale) in [set.friction(), 1.0, 1.0].into_iter().enumerate() {
            let mut line = vec![0.0; columns];
            line[3 * n + k] = -scale;
            dense.push(line);
            bound.push(0.0);
        }
        cones.push(SecondOrderConeT(3));
    }
    let matrix = CscMatrix::from(&dense);
    let mut cost = vec![0.0; columns];
    cost[slack] = 1.0;
    let settings = DefaultSettingsBuilder::default().verbose(false).build().expect("the settings are sound");
    let nothing = CscMatrix::zeros((columns, columns));
    let mut solver =
        DefaultSolver::new(&nothing, &cost, &matrix, &bound, &cones, settings).expect("well formed");
    solver.solve();
    solver.solution.x[slack]
}

#[test]
fn the_check_knows_what_can_stand() {
    let set = PieceBox::classic();
    let brick = set.named("the brick").unwrap();
    let on_the_base = |x| [Standing { piece: brick, pose: Pose::at(x, 0.5, 0.0) }];
    assert!(unbalanced(&set, &on_the_base(1.39)) < 1e-6);
    assert!(unbalanced(&set, &on_the_base(1.42)) > 1e-3, "its centre is beyond the base");
    assert!(unbalanced(&set, &[Standing { piece: brick, pose: Pose::at(0.0, 2.0, 0.0) }]) > 0.5, "it hovers");
}

#[test]
fn at_least_97_of_100_structures_accepted_in_self_play_can_stand() {
    let set = PieceBox::classic();
    let structures: Vec<Vec<Standing>> = serde_json::from_str(include_str!("structures.json")).unwrap();
    assert!(structures.len() >= 100);
    let feasible = structures.iter().filter(|s| unbalanced(&set, s) < 0.01).count();
    println!("{feasible} of {} can stand", structures.len());
    assert!(feasible * 100 >= structures.len() * 97, "{feasible} of {}", structures.len());
}
