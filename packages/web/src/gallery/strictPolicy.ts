import { config } from 'zod'

// The policy of the standalone page lets no code be made of text, which zod would otherwise try as soon as a schema is made.
config({ jitless: true })
