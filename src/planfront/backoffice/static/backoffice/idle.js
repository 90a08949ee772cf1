// Ends a sign-in that nobody uses: warns 2 minutes before, in every open page alike. Work in one page keeps all of them.
document.addEventListener("DOMContentLoaded", () => {
  const LIMIT = 15 * 60, WARNING = 2 * 60, PING = 60;
  const KEY = "pf-staff-seen", BASE = "/backoffice/";
  if (!document.getElementById("logout-form")) return; // nobody is signed in

  const now = () => Math.floor(Date.now() / 1000);
  const cookie = () => /(?:^|; )(?:__Host-)?pf_csrf=([^;]*)/.exec(document.cookie)?.[1] ?? "";
  const seen = () => Math.max(Number(localStorage.getItem(KEY)) || 0, loaded);
  const loaded = now();
  localStorage.setItem(KEY, String(loaded));
  let changed = false, over = false, asked = loaded;

  const call = async (name) => {
    const answer = await fetch(`${BASE}${name}/`, {
      method: "POST", headers: { "X-CSRFToken": cookie() }, redirect: "manual", keepalive: true,
    });
    return answer.status === 204;
  };
  const stay = async () => {
    asked = now();
    const going = await call("stay").catch(() => true);
    if (going) localStorage.setItem(KEY, String(now()));
    return going;
  };

  const dialog = document.createElement("dialog");
  dialog.className = "bo-idle";
  dialog.setAttribute("aria-labelledby", "bo-idle-title");
  dialog.setAttribute("aria-describedby", "bo-idle-text");
  dialog.innerHTML = `<h2 id="bo-idle-title"></h2><p id="bo-idle-text"></p><p data-unsaved hidden></p>
    <p role="status" data-note></p>
    <div><button type="button" data-stay></button><a data-in hidden target="_blank" rel="noopener">Sign in again</a>
    <button type="button" data-out>Sign out now</button></div>`;
  document.body.append(dialog);
  const part = (name) => dialog.querySelector(name);
  const title = part("h2"), text = part("#bo-idle-text"), unsaved = part("[data-unsaved]"), note = part("[data-note]");
  const keep = part("[data-stay]"), again = part("[data-in]"), leave = part("[data-out]");
  const login = `${BASE}login/?next=${encodeURIComponent(location.pathname + location.search)}`;
  again.href = login;

  const warn = (left) => {
    title.textContent = "Are you still there?";
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    text.textContent = `You will be signed out in ${time}.`;
    unsaved.hidden = !changed;
    unsaved.textContent = "Your changes on this page aren't saved yet.";
    keep.textContent = "Stay signed in";
    if (dialog.open) return;
    dialog.showModal();
    keep.focus();
  };
  const end = () => {
    over = true;
    void call("ended").catch(() => undefined);
    if (!changed) return location.assign(login);
    // The page stays, behind an opaque cover, so that what was typed can still be saved.
    dialog.classList.add("bo-idle-over");
    title.textContent = "You were signed out";
    text.textContent = "No one used the back office for 15 minutes.";
    unsaved.hidden = false;
    unsaved.textContent = "Your changes are still on this page. Sign in in another tab, then come back and save them.";
    keep.textContent = "Continue here";
    again.hidden = false;
    leave.hidden = true;
    if (!dialog.open) dialog.showModal();
    again.focus();
  };

  const look = () => {
    const left = LIMIT - (now() - seen());
    if (over) return;
    if (left <= 0) end();
    else if (left <= WARNING) warn(left);
    else if (dialog.open) dialog.close();
  };
  setInterval(look, 1000);

  keep.addEventListener("click", async () => {
    if (await stay()) {
      over = false;
      note.textContent = "";
      dialog.classList.remove("bo-idle-over");
      again.hidden = true;
      leave.hidden = false;
      dialog.close();
    } else if (over) note.textContent = "You aren't signed in yet.";
    else end();
  });
  leave.addEventListener("click", async () => {
    await call("ended").catch(() => undefined);
    changed = false;
    location.assign(login);
  });
  dialog.addEventListener("cancel", (event) => event.preventDefault());

  // Whoever types in a long form works, though the server hears nothing of it.
  const working = () => {
    if (!over && !dialog.open && now() - Math.max(asked, seen()) > PING) void stay();
  };
  for (const kind of ["keydown", "pointerdown"]) document.addEventListener(kind, working, { passive: true });
  const form = document.querySelector("#content form[method=post]:not(#changelist-form)");
  form?.addEventListener("input", () => { changed = true; });
  // A sign-in in another tab made a new token; the form of this one sends it.
  document.addEventListener("submit", (event) => {
    const field = event.target.querySelector("input[name=csrfmiddlewaretoken]");
    if (field && cookie()) field.value = cookie();
  }, true);
});
