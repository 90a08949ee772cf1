const { secret, key, page } = JSON.parse(decodeURIComponent(location.hash.slice(1)));

addEventListener("click", async ({ target }) => {
  if (!target.value) return;
  const body = new URLSearchParams({ key, client_secret: secret, outcome: target.value });
  const answer = await fetch(`/v1/setup_intents/${secret.split("_secret")[0]}/check`, { method: "POST", body });
  const result = await answer.json();
  parent.postMessage({ result: answer.ok ? { setupIntent: result } : { error: result.error } }, page);
});
