/** Rivulet's logo: three lines of water that bend once over a stone and taper to the right. */
export function Logo({ size = 24, className }: { size?: number; className?: string | undefined }) {
  return (
    <svg className={className} width={size} height={size} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d="M2 4.9C9 4.9 10.6 8.9 17 8.9C22 8.9 25 7.1 30 7.1C25.2 7.9 22.6 11.5 16.6 11.5C10 11.5 8.4 8.1 2 8.1ZM2 12.5C9 12.5 10.6 16.5 17 16.5C22 16.5 25 14.7 30 14.7C25.2 15.5 22.6 19.1 16.6 19.1C10 19.1 8.4 15.7 2 15.7ZM2 20.1C9 20.1 10.6 24.1 17 24.1C22 24.1 25 22.3 30 22.3C25.2 23.1 22.6 26.7 16.6 26.7C10 26.7 8.4 23.3 2 23.3Z" />
    </svg>
  )
}
