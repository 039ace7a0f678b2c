// A script on the SDK of OpenAI that asks for responses, whole.
import { schemas, turn } from "./agent.mjs";
import client, { model } from "./client.mjs";

const tools = schemas.map(([name, parameters]) => ({ type: "function", name, parameters, strict: false }));

await turn({
  async ask(input) {
    const { output, output_text } = await client.responses.create({ model, input, tools, store: false });
    input.push(...output);
    const calls = output.filter((o) => o.type === "function_call");
    return { text: output_text, calls: calls.map((c) => ({ id: c.call_id, name: c.name, args: JSON.parse(c.arguments) })) };
  },
  answer(input, results) {
    for (const r of results) input.push({ type: "function_call_output", call_id: r.id, output: r.text });
  },
});
