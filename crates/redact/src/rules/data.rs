//! Databases, storage and analytics.

use super::Family::Data;
use super::{TokenRule, lit, run, token};
use crate::charset::{ALNUM, DOTTED, HEX, Set, URLSAFE, UUID, WORD};

#[rustfmt::skip]
pub(super) const RULES: &[TokenRule] = &[
    token("databricks-token", Data, "docs.databricks.com", &["dapi", "dose"], &[run(HEX.and(Set::of("-")), 32, 36)]),
    token("planetscale-token", Data, "planetscale.com/docs", &["pscale_tkn_", "pscale_pw_", "pscale_oauth_", "pscale_api_"], &[run(DOTTED.and(Set::of("=")), 30, 80)]),
    token("supabase-key", Data, "supabase.com/docs", &["sbp_", "sb_secret_", "sbp_v0_", "sbp_oauth_"], &[run(URLSAFE, 30, 80)]),
    token("neon-key", Data, "neon.tech/docs", &["napi_"], &[run(ALNUM, 40, 80)]),
    token("clickhouse-key", Data, "clickhouse.com/docs", &["4b1d"], &[run(ALNUM, 38, 38)]),
    token("cockroach-key", Data, "cockroachlabs.com/docs", &["CCDB1_"], &[run(WORD, 40, 80)]),
    token("elastic-key", Data, "elastic.co/docs", &["essu_"], &[run(URLSAFE.and(Set::of("=")), 40, 160)]),
    token("aiven-token", Data, "aiven.io/docs", &["aivenv1_"], &[run(ALNUM, 40, 400)]).random(),
    token("aiven-password", Data, "aiven.io/docs", &["AVNS_"], &[run(URLSAFE, 16, 40)]),
    token("confluent-key", Data, "docs.confluent.io", &["cflt"], &[run(ALNUM.and(Set::of("+/")), 56, 64)]),
    token("dropbox-token", Data, "dropbox.com/developers", &["sl."], &[run(URLSAFE, 80, 2000)]).random(),
    token("algolia-key", Data, "algolia.com/doc", &["x-algolia-api-key: "], &[run(ALNUM, 32, 32)]).keep().any_case(),
    token("contentful-token", Data, "contentful.com/developers", &["CFPAT-"], &[run(URLSAFE, 40, 80)]),
    token("sanity-token", Data, "sanity.io/docs", &["sk"], &[run(ALNUM, 170, 190)]).random(),
    token("prismic-token", Data, "prismic.io/docs", &["MC5"], &[run(DOTTED.and(Set::of("=")), 50, 160)]).random(),
    token("posthog-key", Data, "posthog.com/docs", &["phc_", "phx_", "phs_"], &[run(URLSAFE, 36, 60)]),
    token("segment-token", Data, "segment.com/docs", &["sgp_"], &[run(ALNUM, 64, 64)]),
    token("dbt-token", Data, "docs.getdbt.com", &["dbtc_", "dbtu_", "dbts_"], &[run(URLSAFE.and(Set::of("=")), 32, 90)]),
    token("tinybird-token", Data, "tinybird.co/docs", &["p.eyJ"], &[run(URLSAFE, 40, 400), lit("."), run(URLSAFE, 20, 60)]),
    token("axiom-token", Data, "axiom.co/docs", &["xaat-", "xapt-"], &[run(UUID, 36, 36)]),
    token("convex-key", Data, "docs.convex.dev", &["prod:", "dev:"], &[run(URLSAFE, 8, 40), lit("|"), run(URLSAFE.and(Set::of("=+/")), 40, 200)]),
];
