//! Payment, shops, exchanges and chains.

use super::Family::Money;
use super::{TokenRule, lit, run, token};
use crate::charset::{ALNUM, DOTTED, HEX, LOWNUM, URLSAFE, UUID, WORD};

#[rustfmt::skip]
pub(super) const RULES: &[TokenRule] = &[
    token("stripe-key", Money, "docs.stripe.com", &["sk_live_", "sk_test_", "rk_live_", "rk_test_", "sk_prod_", "rk_prod_"], &[run(ALNUM, 10, 250)]),
    token("stripe-publishable-key", Money, "docs.stripe.com", &["pk_live_", "pk_test_"], &[run(ALNUM, 20, 250)]),
    token("stripe-webhook-secret", Money, "docs.stripe.com", &["whsec_"], &[run(ALNUM, 24, 80)]),
    token("pagarme-key", Money, "docs.pagar.me", &["ak_live_", "ak_test_", "ek_live_", "ek_test_"], &[run(ALNUM, 24, 48)]),
    token("square-token", Money, "developer.squareup.com", &["sq0atp-", "sq0csp-", "sq0idp-"], &[run(URLSAFE, 20, 50)]),
    token("square-token", Money, "developer.squareup.com", &["EAAA"], &[run(URLSAFE, 56, 64)]).random(),
    token("paypal-token", Money, "developer.paypal.com", &["access_token$production$", "access_token$sandbox$"], &[run(LOWNUM, 12, 24), lit("$"), run(HEX, 32, 32)]),
    token("shopify-token", Money, "shopify.dev", &["shpat_", "shpca_", "shppa_", "shpss_", "shpit_", "shptka_"], &[run(ALNUM, 32, 64)]),
    token("adyen-key", Money, "docs.adyen.com", &["AQE"], &[run(ALNUM, 30, 60), lit("+"), run(DOTTED, 10, 120)]).random(),
    token("plaid-token", Money, "plaid.com/docs", &["access-sandbox-", "access-production-", "access-development-"], &[run(UUID, 36, 36)]),
    token("easypost-key", Money, "docs.easypost.com", &["EZAK", "EZTK"], &[run(ALNUM, 54, 54)]),
    token("shippo-token", Money, "docs.goshippo.com", &["shippo_live_", "shippo_test_"], &[run(HEX, 40, 40)]),
    token("flutterwave-key", Money, "developer.flutterwave.com", &["FLWSECK-", "FLWSECK_TEST-", "FLWPUBK_TEST-", "FLWPUBK-", "FLWSECK_TEST"], &[run(URLSAFE, 10, 50)]),
    token("paystack-key", Money, "paystack.com/docs", &["sk_live_", "sk_test_"], &[run(HEX, 40, 40)]),
    token("razorpay-key", Money, "razorpay.com/docs", &["rzp_live_", "rzp_test_"], &[run(ALNUM, 14, 40)]),
    token("duffel-token", Money, "duffel.com/docs", &["duffel_live_", "duffel_test_"], &[run(URLSAFE, 36, 60)]),
    token("gocardless-token", Money, "developer.gocardless.com", &["live_", "sandbox_"], &[run(URLSAFE, 40, 44)]).random(),
    token("mollie-key", Money, "docs.mollie.com", &["live_", "test_"], &[run(ALNUM, 30, 34)]).random(),
    token("checkout-key", Money, "checkout.com/docs", &["sk_", "sk_sbox_"], &[run(LOWNUM, 26, 30)]).random(),
    token("ramp-token", Money, "docs.ramp.com", &["ramp_sec_", "ramp_tok_"], &[run(ALNUM, 40, 80)]),
    token("brex-token", Money, "developer.brex.com", &["bxt_"], &[run(ALNUM, 30, 80)]),
    token("polar-token", Money, "docs.polar.sh", &["polar_oat_", "polar_pat_", "polar_at_u_", "polar_at_o_", "polar_rt_u_", "polar_rt_o_", "polar_cs_", "polar_crt_"], &[run(URLSAFE, 30, 80)]),
    token("paddle-key", Money, "developer.paddle.com", &["pdl_live_apikey_", "pdl_sdbx_apikey_"], &[run(LOWNUM, 26, 26), lit("_"), run(ALNUM, 22, 22), lit("_"), run(ALNUM, 3, 3)]),
    token("chargebee-key", Money, "chargebee.com/docs", &["live_", "test_"], &[run(WORD, 32, 40)]).random(),
    token("braintree-key", Money, "developer.paypal.com/braintree", &["production_", "sandbox_"], &[run(LOWNUM, 8, 8), lit("_"), run(LOWNUM, 16, 16)]),
    token("extended-private-key", Money, "github.com/bitcoin/bips", &["xprv", "yprv", "zprv", "tprv"], &[run(ALNUM, 100, 112)]),
    token("coinbase-key", Money, "docs.cdp.coinbase.com", &["organizations/"], &[run(UUID, 36, 36), lit("/apiKeys/"), run(UUID, 36, 36)]).keep(),
];
