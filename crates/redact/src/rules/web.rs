//! Other services on the web.

use super::Family::Web;
use super::{TokenRule, lit, run, token};
use crate::charset::{ALNUM, BASE64, DIGIT, DOTTED, HEX, Set, URLSAFE, UUID, WORD};

#[rustfmt::skip]
pub(super) const RULES: &[TokenRule] = &[
    token("hubspot-token", Web, "developers.hubspot.com", &["pat-na1-", "pat-na2-", "pat-eu1-", "pat-ap1-"], &[run(UUID, 36, 36)]),
    token("salesforce-token", Web, "developer.salesforce.com", &["00D"], &[run(ALNUM, 12, 15), lit("!"), run(DOTTED, 60, 160)]),
    token("salesforce-refresh-token", Web, "developer.salesforce.com", &["5Aep861"], &[run(DOTTED, 60, 120)]),
    token("typeform-token", Web, "typeform.com/developers", &["tfp_"], &[run(DOTTED.and(Set::of("=")), 40, 70)]),
    token("intra42-secret", Web, "api.intra.42.fr", &["s-s4t2ud-", "s-s4t2af-"], &[run(HEX, 60, 70)]),
    token("adobe-secret", Web, "developer.adobe.com", &["p8e-", "p8-"], &[run(URLSAFE, 30, 40)]),
    token("adafruit-key", Web, "io.adafruit.com", &["aio_"], &[run(ALNUM, 28, 28)]),
    token("ubidots-token", Web, "docs.ubidots.com", &["BBFF-", "BBUS-"], &[run(ALNUM, 28, 40)]),
    token("samsara-token", Web, "developers.samsara.com", &["samsara_api_"], &[run(ALNUM, 30, 40)]),
    token("pinterest-token", Web, "developers.pinterest.com", &["pina_"], &[run(ALNUM, 40, 120)]),
    token("redirect-pizza-token", Web, "redirect.pizza/docs", &["rpa_"], &[run(ALNUM, 30, 60)]),
    token("canva-secret", Web, "canva.dev/docs", &["cnvca"], &[run(URLSAFE, 40, 64)]),
    token("beamer-key", Web, "getbeamer.com/api", &["b_"], &[run(URLSAFE.and(Set::of("=")), 44, 44)]).random(),
    token("particle-token", Web, "docs.particle.io", &["api.particle.io/v1/devices?access_token="], &[run(HEX, 40, 40)]).keep(),
    token("maxmind-key", Web, "dev.maxmind.com", &["license_key="], &[run(WORD, 16, 48)]).keep(),
    token("amazon-oauth-token", Web, "developer.amazon.com", &["Atza|", "Atzr|"], &[run(URLSAFE, 60, 2000)]),
    token("microsoft-refresh-token", Web, "learn.microsoft.com/entra", &["0.AX", "0.AR", "0.AS", "0.AT", "0.AV", "1.AX", "M.C5"], &[run(DOTTED.and(Set::of("!*$")), 100, 2000)]).random(),
    token("svix-key", Web, "docs.svix.com", &["testsk_", "sk_eu_", "sk_us_"], &[run(BASE64, 24, 64)]).random(),
    token("inngest-key", Web, "inngest.com/docs", &["signkey-prod-", "signkey-test-", "signkey-branch-"], &[run(HEX, 32, 80)]),
    token("trigger-key", Web, "trigger.dev/docs", &["tr_dev_", "tr_prod_", "tr_pat_"], &[run(ALNUM, 16, 64)]),
    token("temporal-key", Web, "docs.temporal.io", &["tmprl_"], &[run(ALNUM, 30, 80)]),
    token("ngrok-token", Web, "ngrok.com/docs", &["ak_", "cr_", "ngrok_"], &[run(ALNUM, 27, 27), lit("_"), run(ALNUM, 20, 21)]),
    token("ngrok-token", Web, "ngrok.com/docs", &["authtoken "], &[run(WORD, 40, 52)]).keep(),
    token("browserbase-key", Web, "docs.browserbase.com", &["bb_live_", "bb_test_"], &[run(ALNUM, 24, 40)]),
    token("cal-key", Web, "cal.com/docs", &["cal_live_", "cal_test_"], &[run(HEX, 32, 40)]),
    token("password-hash", Web, "man7.org/crypt", &["$2a$", "$2b$", "$2y$"], &[run(DIGIT, 2, 2), lit("$"), run(ALNUM.and(Set::of("./")), 53, 53)]),
    token("password-hash", Web, "man7.org/crypt", &["$6$", "$5$", "$1$"], &[run(ALNUM.and(Set::of("./")), 1, 16), lit("$"), run(ALNUM.and(Set::of("./")), 22, 86)]),
    token("password-hash", Web, "rfc-editor.org/rfc/rfc9106", &["$argon2id$", "$argon2i$", "$argon2d$"], &[run(BASE64.and(Set::of("$,")), 30, 300)]),
];
