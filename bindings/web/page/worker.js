// The worker: one script at a time. To stop it, the page ends the whole worker.
onmessage = async ({ data }) => {
  try {
    await wasm_bindgen({ module_or_path: data.module });
    postMessage({ kind: "ready", version: wasm_bindgen.version(), commands: wasm_bindgen.commands(), operators: wasm_bindgen.operators() });
    if (data.script === undefined) return;
    const listener = { event: (json) => postMessage(JSON.parse(json)) };
    wasm_bindgen.run(data.script, data.steps, data.models, data.proofs, listener);
  } catch (error) {
    postMessage({ kind: "crash", text: String(error) });
  }
};
