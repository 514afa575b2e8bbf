//! The box of pieces: what it holds, and what is refused.

use stacket::boxes::{BadBox, BoxData, PieceBox, PieceData};
use stacket::shape::{BadPart, Part};

fn with_parts(parts: Vec<Part>) -> Result<PieceBox, BadBox> {
    let mut data = PieceBox::classic().data().clone();
    data.pieces = vec![PieceData { name: "the test".into(), parts }];
    PieceBox::new(data)
}

fn block(size: [f64; 3], at: [f64; 3]) -> Part {
    Part::Block { size, at }
}

fn part_error(parts: Vec<Part>) -> BadPart {
    match with_parts(parts) {
        Err(BadBox::Part(_, _, e)) => e,
        other => panic!("expected a bad part, got {other:?}"),
    }
}

fn tetrahedron() -> (Vec<[f64; 3]>, Vec<Vec<usize>>) {
    let points = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    (points, vec![vec![0, 2, 1], vec![0, 1, 3], vec![0, 3, 2], vec![1, 2, 3]])
}

#[test]
fn the_classic_box_has_a_base_and_24_pieces_of_their_own_name_and_build() {
    let classic = PieceBox::classic();
    assert_eq!(classic.len(), 24);
    let mut builds: Vec<[i64; 2]> = classic
        .ids()
        .map(|id| classic.piece(id))
        .map(|p| [p.volume, p.radius].map(|x| (x * 1e6) as i64))
        .collect();
    builds.sort_unstable();
    builds.dedup();
    assert_eq!(builds.len(), 24);
    assert!(classic.named("the arch").is_some());
}

#[test]
fn every_mesh_is_centred_on_its_centre_of_mass_and_encloses_the_simulated_volume() {
    let classic = PieceBox::classic();
    for id in classic.ids() {
        let piece = classic.piece(id);
        let (mut volume, mut moment) = (0.0, [0.0; 3]);
        for face in &piece.mesh.faces {
            let p = |i: usize| piece.mesh.points[face[i]];
            for i in 2..face.len() {
                let [a, b, c] = [p(0), p(i - 1), p(i)];
                let cross = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
                let v = (a[0] * cross[0] + a[1] * cross[1] + a[2] * cross[2]) / 6.0;
                volume += v;
                for k in 0..3 {
                    moment[k] += v * (a[k] + b[k] + c[k]) / 4.0;
                }
            }
        }
        // Cylinders are drawn with 32 sides: 0.6 % less volume than the round body.
        assert!((volume / piece.volume - 1.0).abs() < 0.01, "{}", piece.name);
        assert!(moment.iter().all(|m| (m / volume).abs() < 1e-6), "{} {moment:?}", piece.name);
    }
}

#[test]
fn a_box_survives_writing_and_reading() {
    let classic = PieceBox::classic();
    let text = serde_json::to_string(classic.data()).unwrap();
    assert_eq!(PieceBox::load(&text).unwrap(), classic);
}

#[test]
fn numbers_that_are_not_finite_or_absurd_are_refused() {
    assert_eq!(part_error(vec![block([f64::NAN, 1.0, 1.0], [0.0; 3])]), BadPart::NotFinite);
    assert_eq!(part_error(vec![block([0.001, 1.0, 1.0], [0.0; 3])]), BadPart::Size(0.001));
    assert_eq!(part_error(vec![block([100.0, 1.0, 1.0], [0.0; 3])]), BadPart::Size(100.0));
    assert_eq!(part_error(vec![block([1.0; 3], [0.0, 1e9, 0.0])]), BadPart::Size(1e9));
    let (mut points, faces) = tetrahedron();
    points[1][0] = 1e300;
    assert!(matches!(part_error(vec![Part::Solid { points, faces }]), BadPart::Size(_)));
}

#[test]
fn an_open_solid_is_refused() {
    let (points, mut faces) = tetrahedron();
    faces.pop();
    assert!(matches!(part_error(vec![Part::Solid { points, faces }]), BadPart::Open(..)));
}

#[test]
fn a_solid_turned_inside_out_or_hollow_is_refused() {
    let (points, mut faces) = tetrahedron();
    assert!(with_parts(vec![Part::Solid { points: points.clone(), faces: faces.clone() }]).is_ok());
    faces.iter_mut().for_each(|f| f.reverse());
    assert!(matches!(part_error(vec![Part::Solid { points, faces }]), BadPart::NotConvex(_)));
    let dart = vec![[0.0, 0.0], [1.0, 0.0], [0.2, 0.2], [0.0, 1.0]];
    assert!(matches!(part_error(vec![Part::Prism { outline: dart, thick: 0.3 }]), BadPart::NotConvex(_)));
}

#[test]
fn faces_have_three_or_four_corners_that_exist() {
    let (points, mut faces) = tetrahedron();
    faces[0] = vec![0, 2, 9];
    assert_eq!(part_error(vec![Part::Solid { points, faces }]), BadPart::NoSuchCorner(9));
    let five = vec![[0.0, 0.0], [1.0, 0.0], [1.2, 0.5], [0.5, 1.0], [0.0, 1.0]];
    assert_eq!(part_error(vec![Part::Prism { outline: five, thick: 0.3 }]), BadPart::Corners(5));
}

#[test]
fn parts_must_touch_without_sharing_space() {
    let first = block([0.5; 3], [0.0; 3]);
    let apart = with_parts(vec![first.clone(), block([0.5; 3], [1.0, 0.0, 0.0])]);
    assert!(matches!(apart, Err(BadBox::Apart(_, 1))));
    let inside = with_parts(vec![first.clone(), block([0.5; 3], [0.3, 0.0, 0.0])]);
    assert!(matches!(inside, Err(BadBox::Overlap(_, 0, 1))));
    assert!(with_parts(vec![first, block([0.5; 3], [0.5, 0.0, 0.0])]).is_ok());
}

#[test]
fn counts_names_and_matter_are_bounded() {
    let good = PieceBox::classic().data().clone();
    let refused = |change: fn(&mut BoxData)| {
        let mut data = good.clone();
        change(&mut data);
        PieceBox::new(data).unwrap_err().to_string()
    };
    assert!(refused(|d| d.pieces.clear()).contains("0 pieces"));
    assert!(refused(|d| d.pieces = vec![d.pieces[0].clone(); 49]).contains("49 pieces"));
    assert!(refused(|d| d.pieces[1].name = d.pieces[0].name.clone()).contains("its own name"));
    assert!(refused(|d| d.pieces[1].name = " ".into()).contains("its own name"));
    assert!(refused(|d| d.friction = f64::NAN).contains("friction"));
    assert!(refused(|d| d.density = -1.0).contains("density"));
    assert!(refused(|d| d.pieces[0].parts.clear()).contains("0 parts"));
    assert!(PieceBox::load("{").unwrap_err().to_string().contains("cannot be read"));
}
