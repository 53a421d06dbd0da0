// Must be first: the other modules create zod schemas.
import './zodWithoutEval.ts'
import '#styles/tokens.css'
import '#styles/base.css'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

// The entry of docs/gallery.generated.html.
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
