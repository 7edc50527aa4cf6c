export const forgeBanners = () => ({});
