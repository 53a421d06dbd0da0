import { useState } from 'react'
import { remember, remembered } from '#store/remembered.ts'

export type Theme = 'system' | 'light' | 'dark'

/** `public/theme.js` sets the same before the first paint. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(stored)
  return [
    theme,
    (next) => {
      setTheme(next)
      remember('theme', next === 'system' ? undefined : next)
      if (next === 'system') delete document.documentElement.dataset['theme']
      else document.documentElement.dataset['theme'] = next
    },
  ]
}

function stored(): Theme {
  const known = remembered('theme')
  return known === 'light' || known === 'dark' ? known : 'system'
}
