/**
 * The currency mark: flat facets, crisp at 12 px, no request. Decoration: the number beside it is named by its owner.
 */
export function Gem({ size = "1em", className }: { size?: string | number; className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 22" width={size} height={size} aria-hidden="true" className={className} data-gem="">
      <path fill="#0c9b72" d="M1 8h22L12 21.5z" />
      <path fill="#27dca3" d="M1 8l5.2-7h11.6L23 8z" />
      <path fill="#b8ffe8" d="M6.2 1H12L8 8z" />
      <path fill="#6dffd0" d="M17.8 1H12l4 7z" />
      <path fill="#35f2b8" d="M8 8h8l-4 13.5z" />
      <path fill="#12b586" d="M1 8h7l4 13.5z" />
      <path fill="#3ff0b6" d="M12 1l4 7H8z" opacity=".9" />
    </svg>
  );
}
