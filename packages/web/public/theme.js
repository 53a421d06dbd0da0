// Runs before the first paint, so that what a person prefers never flashes. `src/preferences` writes what this reads.
try {
  var known = { theme: ['light', 'dark'], density: ['compact'], clock: ['12', '24'] }
  for (var name in known) {
    var value = localStorage.getItem('rivulet.' + name)
    if (known[name].includes(value)) document.documentElement.dataset[name] = value
  }
} catch {
  // Without storage, it looks as it does by itself.
}
