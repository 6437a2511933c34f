//! Chat, mail and telephony services.

use super::Family::Chat;
use super::{TokenRule, lit, run, token};
use crate::charset::{ALNUM, DIGIT, DOTTED, HEX, LOWNUM, Set, URLSAFE, WORD};

const WEBHOOK_PATH: Set = DOTTED.and(Set::of("@/"));

#[rustfmt::skip]
pub(super) const RULES: &[TokenRule] = &[
    token("slack-token", Chat, "api.slack.com", &["xoxb-", "xoxp-", "xoxa-", "xoxr-", "xoxs-", "xoxo-", "xoxc-", "xoxd-", "xoxe-", "xoxe.xoxb-", "xoxe.xoxp-"], &[run(DOTTED.and(Set::of("%/+=")), 12, 400)]).any_case().any_look(),
    token("slack-token", Chat, "api.slack.com", &["xapp-", "xwfp-"], &[run(URLSAFE, 20, 400)]).any_case(),
    token("slack-webhook", Chat, "api.slack.com", &["hooks.slack.com/services/", "hooks.slack.com/workflows/", "hooks.slack.com/triggers/"], &[run(URLSAFE.and(Set::of("/")), 20, 120)]).keep(),
    token("discord-webhook", Chat, "discord.com/developers", &["discord.com/api/webhooks/", "discordapp.com/api/webhooks/"], &[run(DIGIT, 10, 24), lit("/"), run(URLSAFE, 40, 100)]).keep(),
    token("discord-webhook", Chat, "discord.com/developers", &["/api/webhooks/"], &[run(DIGIT, 17, 20), lit("/"), run(URLSAFE, 60, 80)]).keep().not_after(Set::of("")),
    token("discord-bot-token", Chat, "discord.com/developers", DISCORD_IDS, &[run(ALNUM, 20, 28), lit("."), run(URLSAFE, 5, 8), lit("."), run(URLSAFE, 24, 50)]),
    token("teams-webhook", Chat, "learn.microsoft.com/microsoftteams", &["webhook.office.com/webhookb2/", "outlook.office.com/webhook/"], &[run(WEBHOOK_PATH, 80, 400)]).keep().not_after(Set::of("")),
    token("google-chat-webhook", Chat, "developers.google.com/chat", &["chat.googleapis.com/v1/spaces/"], &[run(DOTTED.and(Set::of("/?=&%")), 60, 400)]).keep(),
    token("zapier-webhook", Chat, "zapier.com/help", &["hooks.zapier.com/hooks/catch/"], &[run(ALNUM.and(Set::of("/")), 10, 60)]).keep(),
    token("telegram-bot-token", Chat, "core.telegram.org/bots", &[":AA"], &[run(URLSAFE, 30, 40)]).preceded(DIGIT, 6, 12),
    token("telegram-bot-token", Chat, "core.telegram.org/bots", &["api.telegram.org/bot"], &[run(DIGIT, 6, 12), lit(":"), run(URLSAFE, 30, 40)]).keep(),
    token("twilio-key", Chat, "twilio.com/docs", &["SK"], &[run(HEX, 32, 32)]),
    token("sendgrid-key", Chat, "docs.sendgrid.com", &["SG."], &[run(URLSAFE, 16, 32), lit("."), run(URLSAFE, 16, 64)]),
    token("sendgrid-key", Chat, "docs.sendgrid.com", &["SG."], &[run(DOTTED.and(Set::of("=")), 60, 80)]).any_case().random(),
    token("mailgun-key", Chat, "documentation.mailgun.com", &["key-"], &[run(HEX, 32, 32)]),
    token("mailgun-key", Chat, "documentation.mailgun.com", &["pubkey-"], &[run(HEX, 32, 32)]),
    token("mailchimp-key", Chat, "mailchimp.com/developer", &["-us"], &[run(DIGIT, 1, 2)]).preceded(HEX, 32, 32).any_look().entropy(0),
    token("mailerlite-key", Chat, "developers.mailerlite.com", &["mlsn."], &[run(HEX, 60, 70)]),
    token("brevo-key", Chat, "developers.brevo.com", &["xkeysib-", "xsmtpsib-"], &[run(URLSAFE, 60, 100)]),
    token("resend-key", Chat, "resend.com/docs", &["re_"], &[run(WORD, 24, 44)]).random(),
    token("postmark-token", Chat, "postmarkapp.com/developer", &["x-postmark-server-token: "], &[run(HEX.and(Set::of("-")), 36, 36)]).keep().any_case(),
    token("courier-key", Chat, "courier.com/docs", &["pk_prod_", "pk_test_"], &[run(UPPER_NUM, 28, 40)]).random(),
    token("klaviyo-key", Chat, "developers.klaviyo.com", &["pk_"], &[run(HEX, 34, 34)]),
    token("frameio-token", Chat, "developer.frame.io", &["fio-u-"], &[run(URLSAFE.and(Set::of("=")), 40, 80)]),
    token("facebook-token", Chat, "developers.facebook.com", &["EAA"], &[run(ALNUM, 60, 400)]).random(),
    token("facebook-app-token", Chat, "developers.facebook.com", &["|"], &[run(URLSAFE, 27, 27)]).preceded(DIGIT, 15, 16).random(),
    token("instagram-token", Chat, "developers.facebook.com", &["IGQ", "IGAA"], &[run(URLSAFE, 60, 400)]).random(),
    token("twitter-bearer-token", Chat, "docs.x.com", &["AAAAAAAAAAAAAAAAAAAAA"], &[run(ALNUM.and(Set::of("%")), 60, 160)]),
    token("linkedin-token", Chat, "learn.microsoft.com/linkedin", &["WPL_AP1.", "WPL_AP0."], &[run(BASE64_DOT, 16, 60)]),
    token("twitch-token", Chat, "dev.twitch.tv/docs", &["oauth:"], &[run(LOWNUM, 30, 30)]).keep(),
    token("notify-key", Chat, "docs.notifications.service.gov.uk", &["gcntfy-"], &[run(URLSAFE, 60, 120)]),
];

const UPPER_NUM: Set = crate::charset::UPNUM;
const BASE64_DOT: Set = crate::charset::BASE64.and(Set::of("."));

/// How identifiers begin in base64: two digits of a decimal number.
const DISCORD_IDS: &[&str] = &["MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT"];
