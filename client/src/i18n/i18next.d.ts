import type account from "../features/account/i18n/en.json";
import type active from "../features/active/i18n/en.json";
import type assets from "../features/assets/i18n/en.json";
import type backpack from "../features/backpack/i18n/en.json";
import type battle from "../features/battle/i18n/en.json";
import type box from "../features/box/i18n/en.json";
import type caseList from "../features/case-list/i18n/en.json";
import type drop from "../features/drop/i18n/en.json";
import type fair from "../features/fair/i18n/en.json";
import type guide from "../features/guide/i18n/en.json";
import type help from "../features/help/i18n/en.json";
import type home from "../features/home/i18n/en.json";
import type identity from "../features/identity/i18n/en.json";
import type limits from "../features/limits/i18n/en.json";
import type luckycard from "../features/luckycard/i18n/en.json";
import type mall from "../features/mall/i18n/en.json";
import type nextRain from "../features/next-rain/i18n/en.json";
import type notice from "../features/notice/i18n/en.json";
import type openReel from "../features/open-reel/i18n/en.json";
import type prizes from "../features/prizes/i18n/en.json";
import type promotion from "../features/promotion/i18n/en.json";
import type rain from "../features/rain/i18n/en.json";
import type ranking from "../features/ranking/i18n/en.json";
import type roll from "../features/roll/i18n/en.json";
import type session from "../features/session/i18n/en.json";
import type sign from "../features/sign/i18n/en.json";
import type studio from "../features/studio/i18n/en.json";
import type task from "../features/task/i18n/en.json";
import type ticker from "../features/ticker/i18n/en.json";
import type tradeIn from "../features/trade-in/i18n/en.json";
import type upgrade from "../features/upgrade/i18n/en.json";
import type vip from "../features/vip/i18n/en.json";
import type wish from "../features/wish/i18n/en.json";
import type errors from "./errors.en.json";
import type shell from "./shell.en.json";
import type ui from "./ui.en.json";

/** Every key is typed from the English file; a test holds the other languages to the same keys. */
declare module "i18next" {
  /** Of kinds of rooms that are one folder: each adds its own (features/<kind>/i18n/texts.d.ts). */
  interface RoomTexts {}

  interface CustomTypeOptions {
    defaultNS: "shell";
    resources: RoomTexts & {
      shell: typeof shell;
      ui: typeof ui;
      errors: typeof errors;
      account: typeof account;
      active: typeof active;
      assets: typeof assets;
      backpack: typeof backpack;
      battle: typeof battle;
      box: typeof box;
      "case-list": typeof caseList;
      drop: typeof drop;
      fair: typeof fair;
      guide: typeof guide;
      help: typeof help;
      home: typeof home;
      identity: typeof identity;
      "open-reel": typeof openReel;
      limits: typeof limits;
      luckycard: typeof luckycard;
      mall: typeof mall;
      "next-rain": typeof nextRain;
      notice: typeof notice;
      prizes: typeof prizes;
      roll: typeof roll;
      promotion: typeof promotion;
      rain: typeof rain;
      ranking: typeof ranking;
      session: typeof session;
      sign: typeof sign;
      studio: typeof studio;
      task: typeof task;
      ticker: typeof ticker;
      "trade-in": typeof tradeIn;
      upgrade: typeof upgrade;
      vip: typeof vip;
      wish: typeof wish;
    };
  }
}
