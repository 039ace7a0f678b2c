// A script on the SDK of Ollama that streams a chat.
import { schemas, turn } from "./agent.mjs";
import client, { model } from "./client.mjs";

const tools = schemas.map(([name, parameters]) => ({ type: "function", function: { name, description: name, parameters } }));

await turn({
  async ask(messages) {
    const message = { role: "assistant", content: "", tool_calls: [] };
    for await (const part of await client.chat({ model, messages, tools, stream: true })) {
      message.content += part.message.content ?? "";
      message.tool_calls.push(...(part.message.tool_calls ?? []));
    }
    messages.push(message);
    return { text: message.content, calls: message.tool_calls.map((c) => ({ name: c.function.name, args: c.function.arguments })) };
  },
  answer(messages, results) {
    for (const r of results) messages.push({ role: "tool", tool_name: r.name, content: r.text });
  },
});
