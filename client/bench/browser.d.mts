export declare const browserArgs: string[];
export declare const testArgs: string[];
