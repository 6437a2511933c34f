//! Monitoring, logs, incidents and feature flags.

use super::Family::Monitoring;
use super::{TokenRule, lit, run, token};
use crate::charset::{ALNUM, BASE64, HEX, LOWNUM, Set, UPNUM, URLSAFE, UUID};

#[rustfmt::skip]
pub(super) const RULES: &[TokenRule] = &[
    token("grafana-token", Monitoring, "grafana.com/docs", &["glsa_"], &[run(ALNUM, 24, 40), lit("_"), run(HEX, 8, 8)]),
    token("grafana-token", Monitoring, "grafana.com/docs", &["glc_"], &[run(BASE64, 32, 400)]),
    token("grafana-key", Monitoring, "grafana.com/docs", &["eyJrIjoi"], &[run(BASE64, 60, 400)]),
    token("new-relic-key", Monitoring, "docs.newrelic.com", &["NRAK-", "NRRA-", "NRII-", "NRIQ-", "NRSP-", "NRAA-", "NRBR-"], &[run(URLSAFE, 18, 48)]).any_case(),
    token("new-relic-license", Monitoring, "docs.newrelic.com", &["NRA"], &[lit("L")]).preceded(HEX, 32, 36).any_look().entropy(0),
    token("new-relic-browser-key", Monitoring, "docs.newrelic.com", &["NRJS-"], &[run(HEX, 19, 19)]),
    token("datadog-key", Monitoring, "docs.datadoghq.com", &["ddapp_", "ddpat_"], &[run(ALNUM, 30, 64)]),
    token("sentry-token", Monitoring, "docs.sentry.io", &["sntrys_"], &[run(BASE64.and(Set::of("_-")), 40, 800)]),
    token("sentry-token", Monitoring, "docs.sentry.io", &["sntryu_", "sntrya_", "sntryi_"], &[run(HEX, 40, 64)]),
    token("pagerduty-key", Monitoring, "support.pagerduty.com", &["u+"], &[run(URLSAFE, 18, 18)]).random(),
    token("dynatrace-token", Monitoring, "docs.dynatrace.com", &["dt0c01.", "dt0s01.", "dt0s02.", "dt0s04.", "dt0s08."], &[run(UPNUM, 8, 24), lit("."), run(UPNUM, 40, 64)]).any_case(),
    token("honeycomb-key", Monitoring, "docs.honeycomb.io", &["hcaik_", "hcbik_", "hcxik_", "hcalk_", "hcamk_", "hcxlk_", "hcxmk_"], &[run(LOWNUM, 40, 64)]),
    token("launchdarkly-key", Monitoring, "launchdarkly.com/docs", &["sdk-", "api-", "mob-"], &[run(UUID, 36, 36)]),
    token("statsig-key", Monitoring, "docs.statsig.com", &["secret-", "console-"], &[run(ALNUM, 36, 48)]).random(),
    token("configcat-key", Monitoring, "configcat.com/docs", &["configcat-sdk-1/"], &[run(URLSAFE.and(Set::of("/")), 40, 60)]),
    token("sumo-logic-key", Monitoring, "sumologic.com/help", &["su"], &[run(ALNUM, 12, 12)]).random().entropy(34),
    token("opsgenie-key", Monitoring, "support.atlassian.com/opsgenie", &["GenieKey "], &[run(UUID, 36, 36)]).keep().any_case(),
    token("wakatime-key", Monitoring, "wakatime.com/developers", &["waka_"], &[run(UUID, 36, 36)]),
    token("coralogix-key", Monitoring, "coralogix.com/docs", &["cxtp_", "cxup_"], &[run(ALNUM, 28, 40)]),
    token("logfire-token", Monitoring, "logfire.pydantic.dev", &["pylf_v1_", "pylf_v2_"], &[run(URLSAFE, 40, 80)]),
    token("splunk-token", Monitoring, "docs.splunk.com", &["Splunk "], &[run(UUID, 36, 36)]).keep().any_case(),
    token("checkly-key", Monitoring, "checklyhq.com/docs", &["cu_"], &[run(HEX, 32, 32)]),
];
