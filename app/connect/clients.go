package connect

// What clients post to (contract, HTTP).
const (
	chat      = "/v1/chat/completions"
	responses = "/v1/responses"
	messages  = "/v1/messages"
	ollama    = "/api/chat"
)

// clients is the table. Every text was tried with the client itself, as it is.
var clients = []Client{
	{
		ID: "opencode", Name: "opencode", Speaks: chat, versioned: true,
		Steps: []Step{{"opencode.json in the project, or ~/.config/opencode/opencode.json", "json", `{
  "$schema": "https://opencode.ai/config.json",
  "provider": {
    "holdfast": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "holdfast",
      "options": {
        "baseURL": "{base}",
        "apiKey": "{key}"
      },
      "models": { "{model}": {} }
    }
  },
  "model": "holdfast/{model}"
}
`}},
		Note: "With the model's context window beside its name, { \"limit\": { \"context\": 32768, \"output\": 4096 } }, it sums up a long conversation in time.",
	},
	{
		ID: "crush", Name: "crush", Speaks: chat, versioned: true,
		Steps: []Step{{"crush.json in the project, or ~/.config/crush/crush.json", "json", `{
  "$schema": "https://charm.land/crush.json",
  "providers": {
    "holdfast": {
      "name": "holdfast",
      "type": "openai-compat",
      "base_url": "{base}",
      "api_key": "{key}",
      "models": [
        {
          "id": "{model}",
          "name": "{model}",
          "context_window": 32768,
          "default_max_tokens": 4096
        }
      ]
    }
  },
  "models": {
    "large": { "provider": "holdfast", "model": "{model}" },
    "small": { "provider": "holdfast", "model": "{model}" }
  }
}
`}},
	},
	{
		ID: "qwen-code", Name: "qwen-code", Speaks: chat, versioned: true,
		Steps: []Step{{"the shell", "shell", `OPENAI_BASE_URL={base} OPENAI_API_KEY={key} \
  OPENAI_MODEL={model} qwen --auth-type openai
`}},
	},
	{
		ID: "cline", Name: "cline", Speaks: chat, versioned: true,
		Steps: []Step{{"the shell, once", "shell", `cline auth --provider openai-compatible --apikey {key} \
  --modelid {model} --baseurl {base}
`}},
		Note: "In the editor's extension: API Provider \"OpenAI Compatible\", with the same base URL, key and model.",
	},
	{
		ID: "continue", Name: "continue", Speaks: chat, versioned: true,
		Steps: []Step{{"~/.continue/config.yaml", "yaml", `name: holdfast
version: 1.0.0
schema: v1
models:
  - name: holdfast
    provider: openai
    model: "{model}"
    apiBase: "{base}"
    apiKey: "{key}"
    roles: [chat, edit, apply]
    capabilities: [tool_use]
`}},
		Note: "The same file serves the editor's extension and the command cn.",
	},
	{
		ID: "pi", Name: "pi", Speaks: chat, versioned: true,
		Steps: []Step{
			{"~/.pi/agent/models.json", "json", `{
  "providers": {
    "holdfast": {
      "baseUrl": "{base}",
      "api": "openai-completions",
      "apiKey": "{key}",
      "compat": {
        "supportsDeveloperRole": false,
        "supportsReasoningEffort": false
      },
      "models": [{ "id": "{model}" }]
    }
  }
}
`},
			{"the shell", "shell", `pi --provider holdfast --model {model}
`},
		},
		Note: "With the model's context window beside its id, \"contextWindow\": 32768, it sums up a long conversation in time.",
	},
	{
		ID: "codex", Name: "codex", Speaks: responses, versioned: true,
		Steps: []Step{{"~/.codex/config.toml", "toml", `model = "{model}"
model_provider = "holdfast"

[model_providers.holdfast]
name = "holdfast"
base_url = "{base}"
wire_api = "responses"
experimental_bearer_token = "{key}"
`}},
		Note: "The model server must understand " + responses + ". With model_context_window = 32768 or what the model has, it sums up a long conversation in time.",
	},
	{
		ID: "claude-code", Name: "claude-code", Speaks: messages,
		Steps: []Step{{"the shell", "shell", `ANTHROPIC_BASE_URL={root} \
  ANTHROPIC_AUTH_TOKEN={key} ANTHROPIC_MODEL={model} \
  ANTHROPIC_DEFAULT_HAIKU_MODEL={model} claude
`}},
		Note: "The model server must understand " + messages + ". CLAUDE_CODE_MAX_CONTEXT_TOKENS=32768, or what the model has, keeps it from taking the window for a million tokens.",
	},
	{
		ID: "copilot", Name: "GitHub Copilot CLI", Speaks: chat, versioned: true,
		Steps: []Step{{"the shell", "shell", `COPILOT_PROVIDER_BASE_URL={base} \
  COPILOT_PROVIDER_API_KEY={key} \
  COPILOT_MODEL={model} copilot
`}},
		Note: "With COPILOT_PROVIDER_WIRE_API=responses it posts to " + responses + ". With COPILOT_PROVIDER_MAX_PROMPT_TOKENS=32768, " +
			"or what the model has, it sums up a long conversation in time.",
	},
	{
		ID: "copilot-anthropic", Name: "GitHub Copilot CLI (Anthropic)", Speaks: messages,
		Steps: []Step{{"the shell", "shell", `COPILOT_PROVIDER_TYPE=anthropic \
  COPILOT_PROVIDER_BASE_URL={root} \
  COPILOT_PROVIDER_API_KEY={key} \
  COPILOT_MODEL={model} copilot
`}},
		Note: "The model server must understand " + messages + ".",
	},
	{
		ID: "kilo", Name: "Kilo", Speaks: chat, versioned: true,
		Steps: []Step{{"kilo.json in the project, or ~/.config/kilo/kilo.json", "json", `{
  "$schema": "https://app.kilo.ai/config.json",
  "provider": {
    "holdfast": {
      "npm": "@ai-sdk/openai-compatible",
      "name": "holdfast",
      "options": {
        "baseURL": "{base}",
        "apiKey": "{key}"
      },
      "models": { "{model}": {} }
    }
  },
  "model": "holdfast/{model}"
}
`}},
		Note: "With the model's context window beside its name, { \"limit\": { \"context\": 32768, \"output\": 4096 } }, it sums up a long conversation in time.",
	},
	{
		ID: "nanocoder", Name: "nanocoder", Speaks: chat, versioned: true,
		Steps: []Step{
			{"~/.config/nanocoder/agents.config.json", "json", `{
  "nanocoder": {
    "providers": [
      {
        "name": "holdfast",
        "baseUrl": "{base}",
        "apiKey": "{key}",
        "models": ["{model}"]
      }
    ]
  }
}
`},
			{"the shell", "shell", `nanocoder --provider holdfast --model {model}
`},
		},
	},
	{
		ID: "grok-cli", Name: "grok-cli", Speaks: chat, versioned: true,
		Steps: []Step{{"the shell", "shell", `GROK_BASE_URL={base} GROK_API_KEY={key} \
  GROK_MODEL={model} grok
`}},
	},
	{
		ID: "aider", Name: "aider", Speaks: chat, versioned: true,
		Steps: []Step{{"the shell", "shell", `aider --openai-api-base {base} \
  --openai-api-key {key} --model openai/{model}
`}},
	},
	{
		ID: "openai", Name: "openai SDK", Speaks: chat, versioned: true,
		Steps: []Step{{"your program", "javascript", `import OpenAI from "openai";

const client = new OpenAI({
  baseURL: "{base}",
  apiKey: "{key}",
});
const reply = await client.chat.completions.create({
  model: "{model}",
  messages: [{ role: "user", content: "Say hello." }],
});
console.log(reply.choices[0].message.content);
`}},
		Note: "Every openai SDK also takes the environment variables OPENAI_BASE_URL and OPENAI_API_KEY.",
	},
	{
		ID: "anthropic", Name: "@anthropic-ai/sdk", Speaks: messages,
		Steps: []Step{{"your program", "javascript", `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({
  baseURL: "{root}",
  apiKey: null,
  authToken: "{key}",
});
const reply = await client.messages.create({
  model: "{model}",
  max_tokens: 1024,
  messages: [{ role: "user", content: "Say hello." }],
});
console.log(reply.content[0].text);
`}},
		Note: "The model server must understand " + messages + ".",
	},
	{
		ID: "ollama", Name: "ollama SDK", Speaks: ollama,
		Steps: []Step{{"your program", "javascript", `import { Ollama } from "ollama";

const client = new Ollama({
  host: "{root}",
  headers: { Authorization: "Bearer {key}" },
});
const reply = await client.chat({
  model: "{model}",
  messages: [{ role: "user", content: "Say hello." }],
});
console.log(reply.message.content);
`}},
		Note: "The model server must understand " + ollama + ", as Ollama does.",
	},
	{
		ID: "curl", Name: "curl", Speaks: chat, versioned: true,
		Steps: []Step{{"the shell", "shell", `curl {base}/chat/completions \
  -H 'Content-Type: application/json' \
  -H 'Authorization: Bearer {key}' \
  -d '{"model": "{model in json}",
       "messages": [{"role": "user", "content": "Say hello."}]}'
`}},
	},
}
