// Runs before the page is painted: the choices of this browser, so that nothing flashes.

(() => {
  const kept = (name) => {
    try {
      return localStorage.getItem(name);
    } catch {
      return null; // Storage may be forbidden; then the defaults hold.
    }
  };
  const theme = kept("kibitz-theme");
  if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
  if (kept("kibitz-four-colours") === "yes") document.documentElement.dataset.fourColours = "";
})();
