//! Code hosting and code search.

use super::Family::CodeHosts;
use super::{TokenRule, lit, run, token};
use crate::charset::{ALNUM, BASE64, DIGIT, DOTTED, HEX, Set, URLSAFE, UUID, WORD};

#[rustfmt::skip]
pub(super) const RULES: &[TokenRule] = &[
    token("github-token", CodeHosts, "docs.github.com", &["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], &[run(ALNUM, 30, 255)]),
    token("github-token", CodeHosts, "docs.github.com", &["ghs_"], &[run(DIGIT, 1, 12), lit("_eyJ"), run(DOTTED, 60, 2000)]),
    token("github-token", CodeHosts, "docs.github.com", &["github_pat_"], &[run(WORD, 36, 255)]),
    token("github-signed-token", CodeHosts, "docs.github.com", &["v1."], &[run(HEX, 40, 40)]),
    token("gitlab-token", CodeHosts, "docs.gitlab.com", &["glpat-", "gldt-", "glrt-", "glrtr-", "glcbt-", "glptt-", "glft-", "glimt-", "glagent-", "glsoat-", "gloas-", "glffct-", "glwt-"], &[run(DOTTED, 16, 400)]).any_look(),
    token("gitlab-runner-token", CodeHosts, "docs.gitlab.com", &["GR1348941"], &[run(URLSAFE, 20, 50)]).any_look(),
    token("gitlab-session", CodeHosts, "docs.gitlab.com", &["_gitlab_session="], &[run(HEX, 32, 32)]).keep(),
    token("bitbucket-token", CodeHosts, "support.atlassian.com", &["ATBB", "ATCTT3xFfG"], &[run(URLSAFE.and(Set::of("=")), 24, 260)]),
    token("bitbucket-oauth-token", CodeHosts, "developer.atlassian.com", &["BBDC-"], &[run(BASE64.and(Set::of("@_-")), 40, 50)]),
    token("atlassian-token", CodeHosts, "id.atlassian.com", &["ATATT3xFf", "ATATT"], &[run(URLSAFE.and(Set::of("=%")), 40, 260)]),
    token("sourcegraph-token", CodeHosts, "sourcegraph.com/docs", &["sgp_", "slk_", "sgd_"], &[run(WORD, 36, 140)]),
    token("linear-key", CodeHosts, "linear.app/developers", &["lin_api_", "lin_oauth_", "lin_wh_"], &[run(ALNUM, 32, 80)]),
    token("figma-token", CodeHosts, "figma.com/developers", &["figd_", "figu_", "figo_", "figor_", "figoh_"], &[run(URLSAFE, 32, 80)]),
    token("figma-token", CodeHosts, "figma.com/developers", &["x-figma-token: "], &[run(URLSAFE, 20, 80)]).keep().any_case(),
    token("asana-token", CodeHosts, "developers.asana.com", &["1/"], &[run(Set::of("0123456789"), 15, 17), lit(":"), run(HEX, 32, 32)]),
    token("notion-token", CodeHosts, "developers.notion.com", &["ntn_", "secret_"], &[run(ALNUM, 40, 60)]),
    token("airtable-token", CodeHosts, "airtable.com/developers", &["pat"], &[run(ALNUM, 14, 14), lit("."), run(HEX, 40, 64)]),
    token("airtable-key", CodeHosts, "airtable.com/developers", &["key"], &[run(ALNUM, 14, 14)]).random().entropy(33),
    token("clickup-token", CodeHosts, "developer.clickup.com", &["pk_"], &[run(Set::of("0123456789"), 5, 10), lit("_"), run(ALNUM, 32, 32)]),
    token("codecov-token", CodeHosts, "docs.codecov.com", &["CODECOV_TOKEN="], &[run(UUID, 36, 36)]).keep().any_case(),
];
