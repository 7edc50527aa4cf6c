import { cx } from "./class-names.ts";

interface ArtProps {
  className?: string | undefined;
  sizes: string;
  eager?: boolean | undefined;
  alt?: string | undefined;
}

/** Item art in its two sizes: 384 × 288 and 192 × 144. Decorative unless named: a card says the item in text. */
export function ItemArt({ image, thumb, ...props }: ArtProps & { image: string; thumb: string }) {
  return <Art {...props} src={thumb} srcSet={`${thumb} 192w, ${image} 384w`} width={384} height={288} />;
}

export function BoxArt({ image, ...props }: ArtProps & { image: string }) {
  return <Art {...props} src={image} width={448} height={336} />;
}

function Art({
  className,
  eager = false,
  alt = "",
  sizes,
  srcSet,
  ...rest
}: ArtProps & { src: string; srcSet?: string; width: number; height: number }) {
  return (
    <img
      {...rest}
      {...(srcSet ? { srcSet, sizes } : {})}
      className={cx(className)}
      alt={alt}
      loading={eager ? "eager" : "lazy"}
      decoding="async"
      draggable={false}
    />
  );
}
