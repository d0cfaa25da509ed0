/** The logo: three pennants on a sagging line, filled, part filled, outlined. */
export const Mark = () => (
  <svg className="mark" width="36" height="24" viewBox="0 0 36 24" aria-hidden="true">
    <g strokeWidth="1.4" strokeLinejoin="round">
      <path className="f" d="M2.4 5.1L11.6 7.7L5.4 18Z" />
      <path className="f" d="M13.3 8H22.7L21.7 10.9H14.3Z" />
      <path className="e" d="M13.3 8H22.7L18 21.2Z" />
      <path className="e" d="M24.4 7.7L33.6 5.1L30.6 18Z" />
    </g>
    <path className="l" d="M1 4Q18 11 35 4" fill="none" strokeWidth="1.6" strokeLinecap="round" />
  </svg>
)
