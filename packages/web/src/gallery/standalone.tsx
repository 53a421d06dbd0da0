// First of all: what comes after makes schemas.
import './strictPolicy.ts'
import '#styles/tokens.css'
import '#styles/base.css'
import { createRoot } from 'react-dom/client'
import { Gallery } from './Gallery.tsx'

// The page of docs/gallery.generated.html.
const root = document.getElementById('root')
if (root) createRoot(root).render(<Gallery />)
