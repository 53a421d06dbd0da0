// Runs before the first paint, so that a remembered theme never flashes. `src/app/theme.ts` writes what this reads.
try {
  var theme = localStorage.getItem('rivulet.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Without storage, the system's preference applies.
}
