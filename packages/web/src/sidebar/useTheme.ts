import { useState } from 'react'
import { readShared, writeShared } from '#store/browser/browserStorage.ts'

export type Theme = 'system' | 'light' | 'dark'

/** The theme that the person chose, and a function to change it. `public/theme.js` applies it before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(readStoredTheme)
  return [
    theme,
    (next) => {
      setTheme(next)
      writeShared('theme', next === 'system' ? undefined : next)
      if (next === 'system') delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = next
    },
  ]
}

function readStoredTheme(): Theme {
  const known = readShared('theme')
  return known === 'light' || known === 'dark' ? known : 'system'
}
