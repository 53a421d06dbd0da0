// Must be first: the texts of all other modules are chosen when they are loaded.
import '#words/loadWords.ts'
import '#gallery/zodWithoutEval.ts'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '#styles/tokens.css'
import '#styles/base.css'
import { createRoot } from 'react-dom/client'
import { Inspector } from '#inspect/page/Inspector.tsx'

const root = document.getElementById('root')
if (root) createRoot(root).render(<Inspector />)
