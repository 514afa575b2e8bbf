//! The lab: what bots found out about the games, as pages that the lab itself draws.

use super::sent;
use crate::house::packed::Packed;
use axum::http::HeaderMap;
use axum::response::Response;
use lab::page::{Styled, contents, page, style};
use lab::report::Report;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Where the pages find their style: the house's pages hold none of their own.
const STYLE_AT: &str = "/lab/style.css";
const HTML: &str = "text/html; charset=utf-8";

/// The page of the lab at a path; nothing where the lab has none.
pub(super) fn serve(path: &str, headers: &HeaderMap) -> Option<Response> {
    static PAGES: OnceLock<HashMap<String, (&'static str, Packed)>> = OnceLock::new();
    let pages =
        PAGES.get_or_init(|| all().map(|(at, kind, text)| (at, (kind, Packed::text(&text)))).collect());
    let (kind, packed) = pages.get(path.trim_end_matches('/'))?;
    Some(sent::text(packed, kind, headers, ()))
}

fn all() -> impl Iterator<Item = (String, &'static str, String)> {
    let (reports, styled) = (lab::kept(), Styled::At(STYLE_AT));
    let listed = contents(&reports.iter().collect::<Vec<&Report>>(), styled);
    let each =
        reports.iter().map(move |report| (format!("/lab/{}", report.game), HTML, page(report, styled)));
    [("/lab".to_owned(), HTML, listed), (STYLE_AT.to_owned(), "text/css; charset=utf-8", style())]
        .into_iter()
        .chain(each)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_report_that_is_kept_has_its_page() {
        let has = |path: &str| serve(path, &HeaderMap::new()).is_some();
        assert!(has("/lab") && has("/lab/") && has(STYLE_AT));
        lab::kept()
            .iter()
            .for_each(|report| assert!(has(&format!("/lab/{}", report.game)), "{}", report.game));
        assert!(!has("/lab/chess") && !has("/") && !has("/laboratory"));
    }

    #[test]
    fn no_page_holds_anything_the_policy_of_the_house_forbids() {
        for (at, kind, text) in all().filter(|(_, kind, _)| *kind == HTML) {
            assert!(
                !text.contains("<script") && !text.contains("<style") && !text.contains(" style="),
                "{at}"
            );
            assert!(!text.contains("http://") && !text.contains("https://"), "{at} {kind}");
        }
    }
}
