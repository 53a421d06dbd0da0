import { config } from 'zod'

// The standalone page's content security policy forbids `eval`, which zod would use as soon as a schema is created.
config({ jitless: true })
