export declare const browserArgs: string[];
