//! Cloud providers, hosting and identity.

use super::Family::Cloud;
use super::{TokenRule, lit, run, token};
use crate::charset::{ALNUM, BASE64, DIGIT, DOTTED, HEX, LOWNUM, Set, UPNUM, URLSAFE, UUID, WORD};

const TILDE: Set = DOTTED.and(Set::of("~"));

#[rustfmt::skip]
pub(super) const RULES: &[TokenRule] = &[
    token("aws-access-key", Cloud, "docs.aws.amazon.com", &["AKIA", "ASIA", "ABIA", "ACCA", "A3T"], &[run(UPNUM, 12, 17)]).any_look().entropy(22),
    token("aws-bedrock-key", Cloud, "docs.aws.amazon.com", &["ABSKQmVkcm9ja0FQSUtleS", "ABSK"], &[run(BASE64, 80, 300)]),
    token("aws-bedrock-key", Cloud, "docs.aws.amazon.com", &["bedrock-api-key-"], &[run(BASE64, 24, 2000)]),
    token("aws-mws-token", Cloud, "developer-docs.amazon.com", &["amzn.mws."], &[run(UUID, 36, 36)]),
    token("aws-cognito-secret", Cloud, "developer-docs.amazon.com", &["amzn1.oa2-cs.v1."], &[run(HEX, 40, 80)]),
    token("google-api-key", Cloud, "cloud.google.com/docs", &["AIza"], &[run(URLSAFE, 30, 40)]),
    token("google-oauth-token", Cloud, "developers.google.com/identity", &["ya29."], &[run(DOTTED, 20, 2500)]).any_look(),
    token("google-oauth-secret", Cloud, "developers.google.com/identity", &["GOCSPX-"], &[run(URLSAFE, 20, 40)]),
    token("google-refresh-token", Cloud, "developers.google.com/identity", &["1//0"], &[run(URLSAFE, 40, 120)]),
    token("google-authorization-code", Cloud, "developers.google.com/identity", &["4/0A"], &[run(URLSAFE, 50, 100)]),
    token("google-captcha-secret", Cloud, "developers.google.com/recaptcha", &["6Lc", "6Ld", "6Le", "6Lf"], &[run(URLSAFE, 37, 37)]).random(),
    token("gcp-service-key-id", Cloud, "cloud.google.com/docs", &["\"private_key_id\": \"", "\"private_key_id\":\"", "\\\"private_key_id\\\": \\\""], &[run(ALNUM, 30, 48)]).keep().not_after(Set::of("")),
    token("azure-client-secret", Cloud, "learn.microsoft.com/entra", &["Q~"], &[run(TILDE, 30, 40)]).preceded(TILDE, 4, 4),
    token("azure-storage-key", Cloud, "learn.microsoft.com/azure", &["AccountKey="], &[run(BASE64, 40, 100)]).keep().any_case(),
    token("azure-shared-access-key", Cloud, "learn.microsoft.com/azure", &["SharedAccessKey=", "AccessKey="], &[run(BASE64, 40, 100)]).keep().any_case(),
    token("azure-key", Cloud, "learn.microsoft.com/azure", &["+ASt", "+AMC", "+ARm", "+ACR", "AzFu", "AzSe", "+AEh", "+AIoT", "+ABa", "+ACDb", "AzCa", "+ASb", "+APIM"], &[run(BASE64, 6, 12)]).preceded(BASE64, 30, 78).entropy(20),
    token("azure-devops-token", Cloud, "learn.microsoft.com/azure/devops", &["AZDO"], &[run(ALNUM, 4, 4)]).preceded(ALNUM, 76, 76).any_look().entropy(0),
    token("azure-cognitive-key", Cloud, "learn.microsoft.com/azure", &["JQQJ99"], &[run(ALNUM, 20, 40)]).preceded(ALNUM, 40, 60),
    token("alibaba-key", Cloud, "alibabacloud.com/help", &["LTAI"], &[run(ALNUM, 12, 26)]),
    token("alibaba-sts-key", Cloud, "alibabacloud.com/help", &["STS."], &[run(ALNUM, 20, 40)]),
    token("tencent-key", Cloud, "tencentcloud.com/document", &["AKID", "IKID"], &[run(ALNUM, 28, 36)]).random(),
    token("yandex-key", Cloud, "yandex.cloud/docs", &["AQVN"], &[run(URLSAFE, 35, 40)]),
    token("yandex-token", Cloud, "yandex.cloud/docs", &["t1."], &[run(DOTTED, 80, 400)]).random(),
    token("yandex-token", Cloud, "yandex.cloud/docs", &["y0_", "y1_", "y2_", "y3_"], &[run(URLSAFE, 50, 100)]),
    token("yandex-secret", Cloud, "yandex.cloud/docs", &["YCA", "YCM", "YCN", "YCO", "YCP"], &[run(URLSAFE, 36, 37)]).random(),
    token("ibm-cloud-key", Cloud, "cloud.ibm.com/docs", &["ApiKey-"], &[run(UUID, 36, 36)]),
    token("digitalocean-token", Cloud, "docs.digitalocean.com", &["dop_v1_", "doo_v1_", "dor_v1_"], &[run(HEX, 40, 64)]),
    token("cloudflare-origin-key", Cloud, "developers.cloudflare.com", &["v1.0-"], &[run(HEX, 24, 24), lit("-"), run(HEX, 100, 160)]),
    token("cloudflare-token", Cloud, "developers.cloudflare.com", &["cfut_", "cfat_", "cfk_", "cfoa_"], &[run(URLSAFE, 36, 64)]),
    token("heroku-key", Cloud, "devcenter.heroku.com", &["HRKU-"], &[run(URLSAFE, 36, 70)]),
    token("netlify-token", Cloud, "docs.netlify.com", &["nfp_", "nfc_", "nfo_", "nfu_", "nfb_"], &[run(ALNUM, 32, 48)]),
    token("vercel-token", Cloud, "vercel.com/docs", &["vcp_", "vci_", "vca_", "vcr_"], &[run(URLSAFE, 24, 80)]).random(),
    token("vercel-blob-token", Cloud, "vercel.com/docs", &["vercel_blob_rw_"], &[run(WORD, 30, 80)]),
    token("fly-token", Cloud, "fly.io/docs", &["fo1_"], &[run(URLSAFE, 40, 48)]),
    token("fly-token", Cloud, "fly.io/docs", &["fm1a_", "fm1r_", "fm2_"], &[run(BASE64.and(Set::of("_-")), 60, 2000)]),
    token("render-key", Cloud, "render.com/docs", &["rnd_"], &[run(ALNUM, 24, 48)]),
    token("upcloud-token", Cloud, "upcloud.com/docs", &["ucat_"], &[run(ALNUM, 20, 64)]),
    token("scaleway-key", Cloud, "scaleway.com/docs", &["SCW"], &[run(UPNUM, 17, 17)]),
    token("exoscale-key", Cloud, "community.exoscale.com", &["EXO"], &[run(HEX, 24, 32)]),
    token("akamai-token", Cloud, "techdocs.akamai.com", &["akab-"], &[run(LOWNUM, 16, 16), lit("-"), run(LOWNUM, 16, 16)]),
    token("okta-token", Cloud, "developer.okta.com", &["SSWS 00", "SSWS "], &[run(URLSAFE, 38, 44)]).any_case().keep(),
    token("clerk-key", Cloud, "clerk.com/docs", &["sk_live_", "sk_test_"], &[run(ALNUM, 40, 50)]),
    token("cloudinary-url", Cloud, "cloudinary.com/documentation", &["cloudinary://"], &[run(DIGIT, 10, 20), lit(":"), run(URLSAFE, 20, 40)]).keep(),
    token("mapbox-token", Cloud, "docs.mapbox.com", &["sk.eyJ", "pk.eyJ", "tk.eyJ"], &[run(URLSAFE, 40, 300), lit("."), run(URLSAFE, 16, 64)]),
];
