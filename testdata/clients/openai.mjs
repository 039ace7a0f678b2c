// A script on the SDK of OpenAI that streams chat completions.
import { schemas, turn } from "./agent.mjs";
import client, { model } from "./client.mjs";

const tools = schemas.map(([name, parameters]) => ({ type: "function", function: { name, parameters } }));

await turn({
  async ask(messages) {
    const { message } = (await client.chat.completions.stream({ model, messages, tools }).finalChatCompletion()).choices[0];
    messages.push(message);
    const calls = (message.tool_calls ?? []).map((c) => ({ id: c.id, name: c.function.name, args: JSON.parse(c.function.arguments) }));
    return { text: message.content, calls };
  },
  answer(messages, results) {
    for (const r of results) messages.push({ role: "tool", tool_call_id: r.id, content: r.text });
  },
});
