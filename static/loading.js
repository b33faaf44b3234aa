// Says so on the page when the program can't be loaded or started. The program removes #loading once it runs, and speaks
// for itself from then on. Not Trunk's data-initializer: that reads the wasm through a stream of its own, and Chromium
// then counts the request as aborted now and then.
for (const failure of ["error", "unhandledrejection"]) {
  // Captured: a script or style sheet that doesn't arrive is reported at its own element, and that doesn't bubble.
  addEventListener(failure, ({ reason, message }) => sayWhy(reason?.message ?? message ?? "a file is missing"), true);
}

function sayWhy(reason) {
  const place = document.getElementById("loading");
  if (place) place.textContent = `EEVDF Lab could not start: ${reason}. It needs a browser with WebAssembly; reloading may help.`;
}
