/** A pennant on its line, as an icon of the sidebar. */
export const PennantIcon = ({ size = 16 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 20"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.4"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d="M1 4.5H15M3 4.5H13L8 15.5Z" />
  </svg>
)
