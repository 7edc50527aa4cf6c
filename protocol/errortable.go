package protocol

// Errors is the error catalogue, ascending. Texts that the product specification gives stand word for word (§5, §8) in the
// language it gives them in.
var Errors = []Definition{
	{CodeLoginInvalid, "loginInvalid", false, 401, [3]string{"登录已失效，请重新登录", "Your login is no longer valid, please log in again", "Login inválido, faça login novamente"}},
	{CodeTokenInvalid, "tokenInvalid", false, 401, [3]string{"登录凭证无效，请重新登录！", "Invalid token, please log in again!", "Token inválido, faça login novamente!"}},
	{CodeRollTask, "rollTask", false, 409, [3]string{"还未满足房间的参与条件", "You do not meet this room's requirements yet", "Você ainda não cumpre os requisitos desta sala"}},
	{CodePriceChanged, "priceChanged", false, 409, [3]string{"价格已更新，请刷新页面", "price updated, please refresh the page", "O preço foi atualizado, atualize a página"}},
	{CodeMaintenance, "maintenance", true, 503, [3]string{"网站维护中，请稍后再来", "The site is under maintenance, please come back later", "O site está em manutenção, volte mais tarde"}},

	{CodeBadRequest, "badRequest", false, 400, [3]string{"请求格式不正确", "The request is malformed", "A solicitação está malformada"}},
	{CodeTooLarge, "tooLarge", false, 413, [3]string{"请求内容过大", "The request is too large", "A solicitação é grande demais"}},
	{CodeUnsupported, "unsupported", false, 405, [3]string{"不支持该操作", "This operation is not supported", "Esta operação não é suportada"}},
	{CodeRateLimited, "rateLimited", true, 429, [3]string{"操作太频繁，请稍后再试", "Too many requests, please slow down", "Muitas solicitações, aguarde um momento"}},
	{CodeKeyReused, "keyReused", false, 409, [3]string{"该请求编号已用于其他操作", "This request key was already used for another operation", "Esta chave de solicitação já foi usada em outra operação"}},
	{CodeKeyMissing, "keyMissing", false, 400, [3]string{"缺少请求编号或其格式不正确", "The request key is missing or malformed", "A chave da solicitação está ausente ou malformada"}},
	{CodeNotFound, "notFound", false, 404, [3]string{"内容不存在", "Not found", "Não encontrado"}},
	{CodeOrigin, "origin", false, 403, [3]string{"不允许从该来源访问", "Access from this origin is not allowed", "O acesso a partir desta origem não é permitido"}},
	{CodeTopic, "topic", false, 403, [3]string{"该频道不存在或无权访问", "This channel does not exist or is not open to you", "Este canal não existe ou não está disponível para você"}},
	{CodeLimit, "limit", false, 429, [3]string{"已达到数量上限", "The limit has been reached", "O limite foi atingido"}},

	{CodeNameFormat, "nameFormat", false, 422, [3]string{"账号格式不正确！只能使用6-13位数字或字母。", "Invalid account format! Only 6-13 digits or letters.", "Formato de conta inválido! Apenas 6-13 dígitos ou letras."}},
	{CodePasswordFormat, "passwordFormat", false, 422, [3]string{"注册密码须为8到16位，并同时包含字母和数字！", "The registration password must have 8 to 16 characters, including letters and numbers!", "A senha de registro deve conter de 8 a 16 caracteres, incluindo letras e números!"}},
	{CodePasswordCommon, "passwordCommon", false, 422, [3]string{"该密码过于常见，请换一个", "This password is too common, please choose another", "Esta senha é comum demais, escolha outra"}},
	{CodeNameTaken, "nameTaken", false, 409, [3]string{"该账号已被注册", "This account name is already taken", "Esta conta já está cadastrada"}},
	{CodeCredentials, "credentials", false, 401, [3]string{"账号或密码错误", "Wrong account or password", "Conta ou senha incorreta"}},
	{CodeFingerprint, "fingerprint", false, 422, [3]string{"注册失败！", "Registration failed!", "Falha no registro！"}},
	{CodeSeedFormat, "seedFormat", false, 422, [3]string{"用户种子不能为空，且最多16个字母或数字", "The user seed cannot be empty and may have at most 16 alphanumeric characters", "A semente do usuário não pode ser vazia e deve ter no máximo 16 caracteres alfanuméricos"}},
	{CodeStatus, "status", false, 409, [3]string{"该步骤现在不可用", "This step is not available now", "Esta etapa não está disponível agora"}},

	{CodeBoxUnknown, "boxUnknown", false, 404, [3]string{"箱子不存在", "This box does not exist", "Esta caixa não existe"}},
	{CodeBoxDisabled, "boxDisabled", false, 409, [3]string{"该箱子已下架", "This box is no longer available", "Esta caixa não está mais disponível"}},
	{CodeCount, "count", false, 422, [3]string{"每次可以开启1到5个箱子", "You can open 1 to 5 boxes at a time", "Você pode abrir de 1 a 5 caixas por vez"}},
	{CodeBeaconWait, "beaconWait", true, 503, [3]string{"公共随机数尚未公布，请稍候", "The public random value is not out yet, please wait a moment", "O valor aleatório público ainda não saiu, aguarde um instante"}},

	{CodeItemForeign, "itemForeign", false, 404, [3]string{"背包中没有该物品", "This item is not in your backpack", "Este item não está na sua mochila"}},
	{CodeItemState, "itemState", false, 409, [3]string{"该物品当前状态不能执行此操作", "The item's current state does not allow this", "O estado atual do item não permite esta operação"}},
	{CodeItemCount, "itemCount", false, 422, [3]string{"每次请选择1到50件物品", "Please choose 1 to 50 items", "Escolha de 1 a 50 itens"}},

	{CodeBattleFull, "battleFull", false, 409, [3]string{"对战房间已满", "This battle is full", "Esta batalha está cheia"}},
	{CodeBattleStarted, "battleStarted", false, 409, [3]string{"对战已经开始", "This battle has already started", "Esta batalha já começou"}},
	{CodeBattleJoined, "battleJoined", false, 409, [3]string{"您已在该对战中", "You are already in this battle", "Você já está nesta batalha"}},
	{CodeBattleCode, "battleCode", false, 403, [3]string{"这是私人对战，邀请码缺失或不正确", "This battle is private: the invite code is missing or wrong", "Esta batalha é privada: o código de convite está ausente ou incorreto"}},
	{CodeBattleLeave, "battleLeave", false, 409, [3]string{"对战开始后不能离开", "You cannot leave after the start", "Não é possível sair depois do início"}},
	{CodeBattleHost, "battleHost", false, 403, [3]string{"只有房主可以执行此操作", "Only the host can do this", "Só o anfitrião pode fazer isso"}},
	{CodeBattleBots, "battleBots", true, 409, [3]string{"等待时间结束后才能添加机器人", "Bots can be added only after the waiting time", "Os bots só podem ser adicionados após o tempo de espera"}},
	{CodeBattleSetup, "battleSetup", false, 422, [3]string{"对战设置不符合规则", "The battle setup breaks the rules", "A configuração da batalha não segue as regras"}},
	{CodeBattleGone, "battleGone", false, 404, [3]string{"该对战不存在或已结束", "This battle does not exist or is over", "Esta batalha não existe ou já terminou"}},
	{CodeBattleSeat, "battleSeat", false, 409, [3]string{"该座位已被占用或不存在", "This seat is taken or does not exist", "Este lugar está ocupado ou não existe"}},

	{CodeUpgradeLow, "upgradeLow", false, 422, [3]string{"成功率低于1%，请增加投入或选择更低价的目标", "The success rate is below 1%: put more in or choose a cheaper target", "A taxa de sucesso está abaixo de 1%: coloque mais ou escolha um alvo mais barato"}},
	{CodeUpgradeHigh, "upgradeHigh", false, 422, [3]string{"成功率超过100%，请减少投入或选择更高价的目标", "The success rate is above 100%: put less in or choose a dearer target", "A taxa de sucesso está acima de 100%: coloque menos ou escolha um alvo mais caro"}},
	{CodeUpgradeTarget, "upgradeTarget", false, 404, [3]string{"目标饰品不存在", "There is no such item to upgrade to", "Não existe esse item como alvo"}},
	{CodeUpgradeItems, "upgradeItems", false, 422, [3]string{"请选择1到10件不同的饰品", "Please choose 1 to 10 different items", "Escolha de 1 a 10 itens diferentes"}},
	{CodeUpgradeGems, "upgradeGems", false, 422, [3]string{"追加的钻石数量不正确", "This amount of gems cannot be added", "Esta quantidade de gemas não pode ser adicionada"}},
	{CodeUpgradeSection, "upgradeSection", false, 422, [3]string{"中奖区间的起点不正确", "The winning section cannot begin there", "A seção vencedora não pode começar aí"}},
	{CodeTradeItems, "tradeItems", false, 422, [3]string{"请选择至少2件饰品，或1件饰品加钻石", "Choose at least two items, or one item and gems", "Escolha pelo menos dois itens, ou um item e gemas"}},
	{CodeTradeTarget, "tradeTarget", false, 422, [3]string{"目标价值不能超过投入总值的97%", "The target may be worth at most 97% of what you give", "O alvo pode valer no máximo 97% do que você dá"}},

	{CodeRollGone, "rollGone", false, 404, [3]string{"该Roll房不存在", "This roll room does not exist", "Esta sala de roll não existe"}},
	{CodeRollJoined, "rollJoined", false, 409, [3]string{"您已加入该Roll房", "You have already joined this roll room", "Você já entrou nesta sala de roll"}},
	{CodeRollClosed, "rollClosed", false, 409, [3]string{"该Roll房未开放加入或已开奖", "This roll room is not open for joining or has been drawn", "Esta sala de roll não está aberta ou já foi sorteada"}},
	{CodeRollPassword, "rollPassword", false, 403, [3]string{"房间密码不正确或已被使用", "The room password is wrong or was already used", "A senha da sala está incorreta ou já foi usada"}},
	{CodeRollFull, "rollFull", false, 409, [3]string{"该Roll房人数已满", "This roll room is full", "Esta sala de roll está cheia"}},
	{CodeRollHost, "rollHost", false, 403, [3]string{"只有主播可以管理该Roll房，且不能加入自己的房间", "Only the host manages this roll room, and the host cannot join it", "Só o anfitrião administra esta sala de roll e não pode entrar nela"}},
	{CodeRollSetup, "rollSetup", false, 422, [3]string{"Roll房设置不符合规则", "The roll room's setup breaks the rules", "A configuração da sala de roll não segue as regras"}},
	{CodeRollState, "rollState", false, 409, [3]string{"该Roll房当前状态不能执行此操作", "The roll room's current state does not allow this", "O estado atual da sala de roll não permite esta operação"}},
	{CodeStreamer, "streamer", false, 403, [3]string{"该功能仅对主播账号开放", "This is open to streamer accounts only", "Disponível apenas para contas de streamer"}},
	{CodeRollToken, "rollToken", false, 403, [3]string{"直播插件链接无效", "This overlay link is not valid", "Este link de overlay não é válido"}},

	{CodeInternal, "internal", true, 500, [3]string{"服务器出错了，请稍后再试", "Something went wrong on our side, please try again later", "Ocorreu um erro no servidor, tente novamente mais tarde"}},
	{CodeBusy, "busy", true, 503, [3]string{"服务器繁忙，请稍后再试", "The server is busy, please try again", "O servidor está ocupado, tente novamente"}},
	{CodeTimeout, "timeout", true, 504, [3]string{"请求超时，结果未知，请重试", "The request timed out and its outcome is unknown, please try again", "A solicitação expirou e o resultado é desconhecido, tente novamente"}},

	{CodeFunds, "funds", false, 402, [3]string{"钻石余额不足", "You do not have enough gems", "Você não tem gemas suficientes"}},
	{CodeEmptyBag, "emptyBag", false, 409, [3]string{"背包是空的，先去开箱吧", "Your backpack is empty, open some boxes first", "Sua mochila está vazia, abra algumas caixas primeiro"}},
	{CodeRealName, "realName", false, 403, [3]string{"需要先完成实名认证", "Real-name verification is required first", "É necessário concluir a verificação de identidade primeiro"}},
}
