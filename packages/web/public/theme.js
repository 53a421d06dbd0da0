// Runs before the first paint, so that what a person prefers never flashes. `src/preferences` writes what this reads.
try {
  var known = {
    theme: ['light', 'dark'],
    density: ['compact'],
    clock: ['12', '24'],
    language: ['en', 'de'],
    single_keys: ['off'],
  }
  for (var name in known) {
    var value = localStorage.getItem('rivulet.' + name)
    if (known[name].includes(value)) document.documentElement.dataset[name] = value
  }
} catch {
  // Without storage, it looks as it does by itself.
}
// The first language of the browser that there are words in.
var wanted = [document.documentElement.dataset.language].concat(navigator.languages)
document.documentElement.lang =
  wanted.map((tag) => (tag || '').split('-')[0]).find((tag) => /^(en|de)$/.test(tag)) || 'en'
