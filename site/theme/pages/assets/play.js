// The button that sets the table: nothing that playing needs is loaded before it is pressed.
(() => {
  "use strict";
  const section = document.querySelector(".play");
  const button = section?.querySelector(".play-button");
  const status = section?.querySelector(".play-status");
  if (!button) return;

  const hindrance = () => {
    if (location.protocol === "file:") return section.dataset.local;
    if (typeof WebAssembly !== "object" || typeof Worker !== "function") return section.dataset.old;
    return "";
  };
  button.hidden = false;
  button.addEventListener("click", async () => {
    const why = hindrance();
    status.textContent = why || section.dataset.loading;
    if (why) return;
    button.disabled = true;
    try {
      const { open } = await import(new URL(section.dataset.stage, location).href);
      await open(section);
    } catch (error) {
      button.disabled = false;
      status.textContent = section.dataset.failed.replaceAll("{reason}", () => error.message);
    }
  });
})();
