export const forgeBrand = () => ({});
