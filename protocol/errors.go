package protocol

// Code is a public error number: stable, never reused. Numbers of the product specification (§8) are kept as they are.
type Code int32

// What each says to players, and its HTTP status: errortable.go.
const (
	OK Code = 200

	CodeLoginInvalid Code = 104  // session is over: log in again
	CodeTokenInvalid Code = 403  // token unknown
	CodeRollTask     Code = 615  // roll join: requirements dialog
	CodePriceChanged Code = 630  // price or odds changed: reload the page
	CodeMaintenance  Code = 1000 // client goes to the maintenance page
	CodeFunds        Code = 6002 // button: get gems
	CodeEmptyBag     Code = 6004 // button: go open boxes
	CodeRealName     Code = 6005

	CodeBadRequest   Code = 4000 // malformed JSON, frame or field
	CodeTooLarge     Code = 4001
	CodeUnsupported  Code = 4002 // unknown message or method
	CodeRateLimited  Code = 4003
	CodeKeyReused    Code = 4004 // same idempotency key, other body
	CodeKeyMissing   Code = 4005
	CodeNotFound     Code = 4006
	CodeOrigin       Code = 4007
	CodeTopic        Code = 4008 // unknown or forbidden topic
	CodeLimit        Code = 4009 // too many subscriptions, sockets, …
	CodeMediaType    Code = 4010 // of a body
	CodeConfirm      Code = 4011 // the player proves anew who they are, then asks again with the same key
	CodeSecondFactor Code = 4012 // the account has a second factor, which is to be proved, too
	CodeUpgrade      Code = 4013 // a socket's address without the handshake of one

	CodeNameFormat     Code = 4101
	CodePasswordFormat Code = 4102
	CodePasswordCommon Code = 4103
	CodeNameTaken      Code = 4104
	CodeCredentials    Code = 4105
	CodeFingerprint    Code = 4106
	CodeSeedFormat     Code = 4107
	CodeStatus         Code = 4108
	CodeLoginCaptcha   Code = 4109 // a login that failed too often: again with a captcha's ticket
	CodeFactorWrong    Code = 4110 // second factor wrong, over or used: one answer for all

	CodeBoxUnknown  Code = 4201
	CodeBoxDisabled Code = 4202
	CodeCount       Code = 4203
	CodeBeaconWait  Code = 4204 // retryable: the beacon value is not there yet

	CodeItemForeign Code = 4301 // not yours or unknown: one answer for both
	CodeItemState   Code = 4302
	CodeItemCount   Code = 4303 // 1–50 ids

	CodeBattleFull    Code = 4401
	CodeBattleStarted Code = 4402
	CodeBattleJoined  Code = 4403 // own battle or already in it
	CodeBattleCode    Code = 4404 // private: wrong or missing invite code
	CodeBattleLeave   Code = 4405 // no player leaves after the start
	CodeBattleHost    Code = 4406 // only the host may
	CodeBattleBots    Code = 4407 // bots only after the waiting time
	CodeBattleSetup   Code = 4408 // boxes, seats or mode outside the rules
	CodeBattleGone    Code = 4409
	CodeBattleSeat    Code = 4410 // seat taken or not in the room

	CodeRainPacket  Code = 4601 // not one of the player's packets: foreign and invented have one answer
	CodeRainEarly   Code = 4602 // the packet has not fallen yet
	CodeRainOver    Code = 4603 // it does not rain (any more)
	CodeRainSpent   Code = 4604 // claimed before
	CodeRainCap     Code = 4605 // the player's share of the pool is full
	CodeRainEmpty   Code = 4606 // every packet of the rain is gone
	CodeInviteWho   Code = 4611 // no such player to invite, or oneself
	CodeInviteRoom  Code = 4612 // nothing to invite to: not one's own open battle
	CodeInvitePause Code = 4613 // site-wide once a minute, a player every few seconds

	CodeUpgradeLow     Code = 4701 // success rate below 1 %
	CodeUpgradeHigh    Code = 4702 // success rate above 100 %
	CodeUpgradeTarget  Code = 4703 // no such item to upgrade to
	CodeUpgradeItems   Code = 4704 // 1–10 different items
	CodeUpgradeGems    Code = 4705 // no amount of gems that can be added
	CodeUpgradeSection Code = 4706 // the winning section begins nowhere on the circle
	CodeTradeItems     Code = 4711 // two items, or one and gems
	CodeTradeTarget    Code = 4712 // target above 97 % of what is given

	CodeRollGone     Code = 4801
	CodeRollJoined   Code = 4802
	CodeRollClosed   Code = 4803 // not published yet, locked, or over
	CodeRollPassword Code = 4804 // missing, wrong or used: one answer for all
	CodeRollFull     Code = 4805
	CodeRollHost     Code = 4806 // only the host may, and the host does not join
	CodeRollSetup    Code = 4807 // prizes, texts, times or requirements outside the rules
	CodeRollState    Code = 4808 // not possible any more, or not yet
	CodeStreamer     Code = 4809 // the account is not a streamer's
	CodeRollToken    Code = 4810 // the link of the overlay is not good

	CodeLuckycardGone  Code = 4901 // no such lucky-card room
	CodeLuckycardTaken Code = 4902 // the card lies face up already
	CodeLuckycardOver  Code = 4903 // the top prize went, or the room is void
	CodeLuckycardWait  Code = 4904 // the deck is not committed yet
	CodeLuckycardPlace Code = 4905 // no card lies there
	CodeLuckycardPrice Code = 4906 // the price that the client knew is another one

	CodeWishGone    Code = 4951 // no such wish room
	CodeWishTaken   Code = 4952 // one of the bottles is taken
	CodeWishCap     Code = 4953 // more bottles than one player may take
	CodeWishClosed  Code = 4954 // full, drawn or void
	CodeWishBottles Code = 4955 // no such bottles, none, or one twice
	CodeWishCards   Code = 4956 // not enough wish cards
	CodeWishPay     Code = 4957 // gems for a room of wish cards, or the other way round
	CodeWishTask    Code = 4958 // the task of the wish tree was not done today

	CodeFragments      Code = 5701 // not enough fragments
	CodeFragmentTarget Code = 5702 // this item is not exchanged for fragments
	CodeVoucherGone    Code = 5703 // no such voucher: foreign and invented have one answer
	CodeVoucherUsed    Code = 5704 // used, over or out of date
	CodeVoucherActive  Code = 5705 // one of its kind is in force
	CodeChartLocked    Code = 5706 // the history chart needs a trend-chart voucher
	CodeVoucherTarget  Code = 5707 // nothing to use the voucher on, or not a second time today

	CodePayAmount      Code = 5301 // more or fewer gems than can be bought
	CodePayChannel     Code = 5302 // no such way to pay
	CodePayGone        Code = 5303 // no such order: foreign and invented have one answer
	CodeRealFunds      Code = 5304 // not enough R$
	CodeWithdrawAmount Code = 5305 // amount or Pix key that cannot be paid out
	CodePayProvider    Code = 5306 // retryable with the same key: the provider does not answer
	// a recharge was taken back, and what it brought is owed: nothing is withdrawn or retrieved
	CodePayDebt Code = 5307
	CodeToPlay  Code = 5308 // gifts are still to be staked before anything is retrieved or withdrawn; now: how much
	CodeNoGift  Code = 5309 // nothing is left to be staked, so that nothing is to be given back

	CodeMallGone     Code = 5401 // the mall does not sell that, or not any more
	CodeTradeLink    Code = 5402 // retrieval: no trade link is set
	CodeMallSoldOut  Code = 5403 // the last one is gone
	CodeRetrieveStep Code = 5404 // retrieval: reviewed already, so that it can no longer be taken back
	CodeRetrieveGone Code = 5405 // no such retrieval: foreign and invented have one answer
	CodePrivate      Code = 5512 // retrieval: the inventory on the game platform cannot be seen

	CodeInternal Code = 5000
	CodeBusy     Code = 5001 // retryable: queue full, draining, store away
	CodeTimeout  Code = 5002 // retryable with the same key: outcome unknown

	CodePhoneFormat   Code = 5201 // 11 digits, 1[3-9]…
	CodePhoneTaken    Code = 5202 // another account's
	CodeCaptcha       Code = 5203 // human verification missing, wrong or used
	CodeCodeWrong     Code = 5204 // wrong, over, used or tried too often: one answer for all
	CodeCodePause     Code = 5205 // 60 s between two codes, and so many a day
	CodePhoneUnbound  Code = 5206 // the account has no phone, or another one
	CodePhoneBound    Code = 5207 // unbind the old phone first
	CodeSteamRefused  Code = 5208 // the provider does not vouch for this login
	CodeSteamTaken    Code = 5209 // another account's, or this account has one
	CodeCardName      Code = 5210 // real name missing
	CodeCardFormat    Code = 5211
	CodeCardTaken     Code = 5212 // another account's card, or verified already
	CodeCardAge       Code = 5213 // under 18
	CodeTradeURL      Code = 5214
	CodeAvatar        Code = 5215 // none of the pictures or frames on offer
	CodePhoneNotReady Code = 5216 // short messages are switched off
	CodeSteamUnbound  Code = 5217 // the account has no Steam account
	CodeSteamOnly     Code = 5218 // there is no other way to log in
	CodeCardMismatch  Code = 5219 // the registry says that name and card are not one person's
	CodeCardUnchecked Code = 5220 // the registry does not answer, or the site has none: nothing is kept

	CodePublicName      Code = 5221 // malformed, or of the form of a phone number
	CodePublicNameTaken Code = 5222 // another account has or had it
	CodePublicNameSoon  Code = 5223 // it was changed less than 30 days ago

	CodeVIPLevel     Code = 5601 // the level is not reached, or there is none
	CodeVIPOrder     Code = 5602 // the bonus of the level before was not claimed yet
	CodeSelfReferral Code = 5611 // the code belongs to an account on the same device
	CodeInviterGone  Code = 5612 // no account has the promotion code

	CodeTaskGone        Code = 5800 // no such task box, or not one of this call's
	CodeTaskNotDone     Code = 5801 // its task is not done in this day, week or month
	CodeWelfareOver     Code = 5802 // the account is older than a day
	CodeWelfareRecharge Code = 5803 // the first-recharge box before the first recharge

	CodeGiftIdentity Code = 5810 // a gift asks for a phone or a recharge
	CodeGiftPlay     Code = 5811 // a gift without a stake asks for play of the day; now: how much is left to be spent

	CodeSignClosed Code = 5820 // sign-in is closed now
	CodeSignToday  Code = 5821 // today is signed
	CodeSignOrder  Code = 5822 // the days before this one come first
	CodeSignLimit  Code = 5823 // what the day asks was not done today
	CodeSignDays   Code = 5824 // fewer signed days this month than the milestone asks
	CodeSignTaken  Code = 5825 // this day of the row or this milestone was taken
	CodeWeekTaken  Code = 5830 // the benefit of this week was taken
	CodeWeekNone   Code = 5831 // too little spent this week

	CodeOwnSpend  Code = 5900 // the player's own limit of spending
	CodeOwnLoss   Code = 5901 // the player's own limit of losses
	CodeCoolOff   Code = 5902 // the player's pause
	CodeExcluded  Code = 5903 // the player is excluded
	CodeOwnAmount Code = 5904 // no such limit, or an amount that none can have
	CodeOwnTime   Code = 5905 // not a length on offer, or shorter than what holds
	CodeOwnPaid   Code = 5906 // the player's own limit of recharges
	CodeSuspended Code = 5907 // the site has suspended the account; now: until when, reason: of which class
	// CodePayerExcluded is an account that an excluded player has paid for last
	CodePayerExcluded Code = 5908

	CodeSeasonOver  Code = 5840 // no seasonal activity is running
	CodeSeasonGoal  Code = 5841 // not so much was done today
	CodeTokens      Code = 5842 // not enough tokens of the activity
	CodeAssistSelf  Code = 5843 // one's own link, or an account on the same device
	CodeAssistFull  Code = 5844 // enough friends have helped this player today
	CodeAssistGone  Code = 5845 // no account has this assist link
	CodeSeasonTable Code = 5846 // the table of the night is not the one that was committed
	CodeAssistWait  Code = 5847 // the player asking for help has not played today, or is not known yet
)
