/** A page with all pictures, the looks of a screen side by side. */
export function formatOverview(names: readonly string[]): string {
  const rows = names.map(
    (name) => `<h2 id="${name}">${name}</h2><p>${looks.map((look) => formatPicture(name, look)).join('')}</p>`,
  )
  const links = names.map((name) => `<a href="#${name}">${name}</a>`)
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Screens</title>
<style>
body { margin: 24px; font: 15px/1.5 system-ui; background: #888; color: #000 }
nav { columns: 6 160px }
nav a { display: block; color: inherit }
p { display: flex; gap: 16px; align-items: start }
img { min-width: 0; flex: 0 1 auto; max-height: 80vh }
</style>
<h1>Screens</h1><nav>${links.join('')}</nav>
${rows.join('\n')}
</html>
`
}

const looks = ['light', 'dark', 'phone']

function formatPicture(name: string, look: string): string {
  const file = `${name}.${look}.png`
  return `<a href="${file}"><img loading="lazy" alt="${name}, ${look}" src="${file}"></a>`
}
