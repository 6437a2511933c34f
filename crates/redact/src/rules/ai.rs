//! Model providers and the tools around them.

use super::Family::Ai;
use super::{TokenRule, lit, run, token};
use crate::charset::{ALNUM, Set, URLSAFE, UUID, WORD};

#[rustfmt::skip]
pub(super) const RULES: &[TokenRule] = &[
    token("openai-key", Ai, "platform.openai.com", &["sk-proj-", "sk-svcacct-", "sk-admin-", "sk-None-", "sk-service-"], &[run(URLSAFE, 20, 400)]),
    token("openai-key", Ai, "platform.openai.com", &["sess-"], &[run(ALNUM, 40, 48)]).random(),
    token("anthropic-key", Ai, "docs.anthropic.com", &["sk-ant-"], &[run(URLSAFE, 20, 400)]),
    token("openrouter-key", Ai, "openrouter.ai/docs", &["sk-or-v1-", "sk-or-"], &[run(ALNUM, 32, 128)]),
    token("sk-api-key", Ai, "keys of OpenAI's form, shared by several providers", &["sk-"], &[run(URLSAFE, 16, 400)]).random(),
    token("langfuse-key", Ai, "langfuse.com/docs", &["sk-lf-"], &[run(UUID, 32, 36)]),
    token("langsmith-key", Ai, "docs.smith.langchain.com", &["lsv2_pt_", "lsv2_sk_"], &[run(WORD, 32, 80)]),
    token("hugging-face-token", Ai, "huggingface.co/docs", &["hf_"], &[run(ALNUM, 30, 60)]).any_look(),
    token("hugging-face-token", Ai, "huggingface.co/docs", &["api_org_"], &[run(ALNUM, 30, 60)]).any_look(),
    token("replicate-token", Ai, "replicate.com/docs", &["r8_"], &[run(ALNUM, 32, 64)]),
    token("groq-key", Ai, "console.groq.com/docs", &["gsk_"], &[run(ALNUM, 30, 80)]),
    token("perplexity-key", Ai, "docs.perplexity.ai", &["pplx-"], &[run(ALNUM, 32, 64)]),
    token("xai-key", Ai, "docs.x.ai", &["xai-"], &[run(WORD, 60, 100)]),
    token("fireworks-key", Ai, "docs.fireworks.ai", &["fw_"], &[run(ALNUM, 20, 40)]).random(),
    token("tavily-key", Ai, "docs.tavily.com", &["tvly-"], &[run(URLSAFE, 20, 64)]),
    token("nvidia-key", Ai, "docs.nvidia.com", &["nvapi-"], &[run(URLSAFE, 40, 90)]),
    token("cerebras-key", Ai, "inference-docs.cerebras.ai", &["csk-"], &[run(ALNUM, 40, 64)]),
    token("together-key", Ai, "docs.together.ai", &["tgp_v1_"], &[run(URLSAFE, 30, 64)]),
    token("voyage-key", Ai, "docs.voyageai.com", &["pa-"], &[run(URLSAFE, 40, 50)]).random(),
    token("jina-key", Ai, "jina.ai", &["jina_"], &[run(URLSAFE, 40, 80)]),
    token("elevenlabs-key", Ai, "elevenlabs.io/docs", &["sk_"], &[run(Set::of("0123456789abcdef"), 48, 48)]),
    token("firecrawl-key", Ai, "docs.firecrawl.dev", &["fc-"], &[run(Set::of("0123456789abcdef"), 32, 32)]),
    token("brave-search-key", Ai, "brave.com/search/api", &["BSA"], &[run(URLSAFE, 24, 30)]).random(),
    token("apify-token", Ai, "docs.apify.com", &["apify_api_"], &[run(ALNUM, 30, 44)]),
    token("vercel-ai-gateway-key", Ai, "vercel.com/docs", &["vck_"], &[run(URLSAFE, 24, 80)]),
    token("cursor-key", Ai, "docs.cursor.com", &["key_"], &[run(Set::of("0123456789abcdef"), 64, 64)]),
    token("cursor-key", Ai, "docs.cursor.com", &["crsr_"], &[run(ALNUM, 40, 80)]),
    token("factory-key", Ai, "docs.factory.ai", &["fk-"], &[run(URLSAFE, 40, 100)]).random(),
    token("composio-key", Ai, "docs.composio.dev", &["ak_"], &[run(ALNUM, 20, 40)]).random(),
    token("weights-and-biases-key", Ai, "docs.wandb.ai", &["wandb_v1_"], &[run(WORD, 40, 120)]),
    token("pinecone-key", Ai, "docs.pinecone.io", &["pcsk_"], &[run(ALNUM, 4, 8), lit("_"), run(ALNUM, 40, 80)]),
    token("helicone-key", Ai, "docs.helicone.ai", &["sk-helicone-", "pk-helicone-"], &[run(URLSAFE, 20, 64)]),
    token("e2b-key", Ai, "e2b.dev/docs", &["e2b_"], &[run(ALNUM, 36, 48)]),
    token("modal-token", Ai, "modal.com/docs", &["as-", "ak-"], &[run(ALNUM, 22, 22)]).random(),
];
