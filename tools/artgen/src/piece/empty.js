export const forgeEmptyStates = () => ({});
