// Must be first: the texts of all other modules are chosen when they are loaded.
import '#words/loadWords.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/inter/wght-italic.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import { lazy } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from '#app/App.tsx'

// The gallery is only in Vite's development server, not in the build.
const Gallery = import.meta.env.DEV
  ? lazy(async () => ({ default: (await import('#gallery/Gallery.tsx')).Gallery }))
  : undefined

const root = document.getElementById('root')
if (root) createRoot(root).render(Gallery && location.pathname === '/gallery' ? <Gallery /> : <App />)
